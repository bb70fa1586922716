//! Commands and answers as lines.

/// A command: its id, its name and its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Command<'t> {
    pub(super) id: &'t str,
    pub(super) name: &'t str,
    pub(super) words: Vec<&'t str>,
}

/// A line without comments and control characters; tabs are blanks.
pub(super) fn cleaned(line: &str) -> String {
    let meant = line.split('#').next().unwrap_or_default();
    let letters = meant
        .chars()
        .map(|letter| if letter == '\t' { ' ' } else { letter });
    letters.filter(|letter| !letter.is_control()).collect()
}

impl<'t> Command<'t> {
    /// Reads a cleaned line; none if it says nothing.
    pub(super) fn read(line: &'t str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        let number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(number).unwrap_or_default();
        Some(Self {
            id,
            name: words.next()?,
            words: words.collect(),
        })
    }

    /// The answer to it, ended by an empty line; none may stand inside.
    pub(super) fn answer(&self, result: Result<String, String>) -> String {
        let (mark, text) = match result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // A drawing begins with its own line.
        let drawing = text.starts_with('\n');
        let lines = text.lines().map(str::trim_end);
        let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
        let gap = match (lines.as_slice(), drawing) {
            ([], _) => "",
            (_, true) => "\n",
            _ => " ",
        };
        format!("{mark}{}{gap}{}\n\n", self.id, lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_as_the_standard_says() {
        let line = cleaned("12\tplay \u{7}black\tf5 # a good one");
        let command = Command::read(&line).expect("a command");
        assert_eq!(command.id, "12");
        assert_eq!(command.name, "play");
        assert_eq!(command.words, ["black", "f5"]);
        for line in ["", "   ", "# nothing", "17"] {
            assert_eq!(Command::read(&cleaned(line)), None, "{line}");
        }
    }

    #[test]
    fn answers_end_with_the_only_empty_line() {
        let command = Command::read("3 name").expect("a command");
        assert_eq!(command.answer(Ok("a\n\nb\n".to_owned())), "=3 a\nb\n\n");
        assert_eq!(
            command.answer(Ok("\n1 .\n2 .".to_owned())),
            "=3\n1 .\n2 .\n\n"
        );
        assert_eq!(command.answer(Ok(String::new())), "=3\n\n");
        assert_eq!(command.answer(Err("no".to_owned())), "?3 no\n\n");
    }
}

import Testing
import YAML

@Suite struct `Text that is shown` {
  @Test(arguments: [
    ("a b", "a b"), ("é日😀", "é日😀"), ("\u{1B}[31m", "\\u{1b}[31m"), ("a\tb\n", "a\\tb\\n"),
    ("\u{AD}", "\\u{ad}"), ("a\u{200B}b", "a\\u{200b}b"), ("\u{2060}", "\\u{2060}"),
    ("\u{202E}x", "\\u{202e}x"), ("\u{3164}", "\\u{3164}"), ("\u{E0041}", "\\u{e0041}"),
    ("\u{180E}", "\\u{180e}"), ("\u{FEFF}", "\\u{feff}"),
  ])
  func `what is not seen is escaped`(_ text: String, _ shown: String) {
    #expect(DisplayText.escaped(text) == shown)
  }

  @Test(arguments: [
    ("👩\u{200D}💻", "👩\u{200D}💻"), ("❤\u{FE0F}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"),
    ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("\u{200D}", "\\u{200d}"), ("a\u{200D}b", "a\\u{200d}b"), ("'\u{FE0F}'", "'\\u{fe0f}'"),
    (" \u{FE0F}\u{200D}", " \\u{fe0f}\\u{200d}"),
  ])
  func `joiners are shown where there is something to join`(_ text: String, _ shown: String) {
    #expect(DisplayText.escaped(text) == shown)
  }
}

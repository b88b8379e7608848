import LibYAML
import Testing
import YAML

/// The escaping of texts for display.
@Suite struct DisplayTextTests {
  @Test(
    "What is not seen, or changes how others are seen, is escaped",
    arguments: [
      ("a\u{1B}[31m", "a\\u{1b}[31m"), ("\t\r\n", "\\t\\r\\n"), ("\u{9B}", "\\u{9b}"),
      ("soft\u{AD}hyphen", "soft\\u{ad}hyphen"), ("\u{202E}x\u{2066}", "\\u{202e}x\\u{2066}"),
      ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{FEFF}x", "\\u{feff}x"),
      ("x\u{E0001}\u{E0041}\u{E007F}", "x\\u{e0001}\\u{e0041}\\u{e007f}"),
      ("\u{1F3F4}\u{E0067}", "\u{1F3F4}\\u{e0067}"), ("\u{2060}\u{2063}", "\\u{2060}\\u{2063}"),
      ("pay\u{200C}pal", "pay\\u{200c}pal"), ("\u{430}\u{200D}\u{431}", "\u{430}\\u{200d}\u{431}"),
      ("\u{34F}\u{115F}\u{3164}\u{FFA0}", "\\u{34f}\\u{115f}\\u{3164}\\u{ffa0}"),
      ("\u{1D173}\u{FFF9}", "\\u{1d173}\\u{fff9}"),
      ("a\u{FE0F}", "a\\u{fe0f}"), ("\u{FE0F}", "\\u{fe0f}"),
      ("\u{2764}\u{FE0F}\u{FE0F}", "\u{2764}\u{FE0F}\\u{fe0f}"),
      ("\u{1F600}\u{E0100}\u{E0101}", "\u{1F600}\\u{e0100}\\u{e0101}"),
      ("\u{200D}", "\\u{200d}"), ("\u{1F468}\u{200D}", "\u{1F468}\\u{200d}"),
      ("\u{0}", "\\u{0}"),
    ])
  func escaped(text: String, shown: String) {
    #expect(DisplayText.escaped(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test(
    "Writing of all scripts is shown as itself, and so are emoji",
    arguments: [
      "plain", "café", "cafe\u{301}", "日本語", "العربية", "עברית", "हिन्दी", "ไทย", "한국어",
      "می\u{200C}خواهم", "क्\u{200D}ष", "👩\u{200D}👩\u{200D}👧", "❤\u{FE0F}\u{200D}🔥",
      "1\u{FE0F}\u{20E3}", "葛\u{E0100}", "🇩🇪", "👋🏽", "\u{1820}\u{180B}", "\u{A0}\u{3000}",
      "\u{E000}",
    ])
  func shown(text: String) {
    #expect(DisplayText.escaped(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("Invisible characters are never shown")
  func complete() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let isHidden =
        [.control, .format, .lineSeparator, .paragraphSeparator]
        .contains(properties.generalCategory) || properties.isDefaultIgnorableCodePoint
      guard isHidden else { continue }
      #expect(DisplayText.escaped("x\(scalar)").utf8.allSatisfy { $0 < 0x7F && $0 >= 0x20 })
    }
  }
}

import SuasReports
import SuasSpec

/// The files of the page.
package enum MonitorPage {
  package struct File: Sendable {
    /// The media type.
    package let type: String
    package let bytes: [UInt8]

    package init(type: String, bytes: [UInt8]) {
      self.type = type
      self.bytes = bytes
    }
  }

  /// Returns the page.
  ///
  /// - Parameter folder: The path of the folder in which it looks for its files.
  package static func index(filesIn folder: String) -> File {
    let text = String(decoding: PackageResources.monitor_html, as: UTF8.self)
      .replacing("{files}", with: folder)
    return File(type: "text/html; charset=utf-8", bytes: Array(text.utf8))
  }

  /// Returns a file of the page by its name; nil if there is none.
  package static func file(named name: String) -> File? {
    switch name {
    case "favicon.ico": File(type: "image/x-icon", bytes: [])
    case "page.css": style(HTMLPage.style)
    case "page.js": script(HTMLPage.script)
    case "monitor.css": style(PackageResources.monitor_css)
    case "monitor.js": script(PackageResources.monitor_js)
    case "monitor-details.js": script(PackageResources.monitor_details_js)
    case "monitor-dialogs.js": script(PackageResources.monitor_dialogs_js)
    case "monitor-forms.js": script(PackageResources.monitor_forms_js)
    case "monitor-link.js": script(PackageResources.monitor_link_js)
    case "monitor-parts.js": script(PackageResources.monitor_parts_js)
    case "monitor-state.js": script(PackageResources.monitor_state_js)
    case "monitor-timeline.js": script(PackageResources.monitor_timeline_js)
    default: nil
    }
  }

  /// Returns the answer to a request that is refused.
  package static func error(_ message: String) -> String {
    JSONText.object { $0.write("error", message) }.text
  }

  private static func style(_ bytes: [UInt8]) -> File {
    File(type: "text/css; charset=utf-8", bytes: bytes)
  }

  private static func script(_ bytes: [UInt8]) -> File {
    File(type: "text/javascript; charset=utf-8", bytes: bytes)
  }
}

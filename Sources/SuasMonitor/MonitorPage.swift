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

  package static var index: File {
    File(type: "text/html; charset=utf-8", bytes: PackageResources.monitor_html)
  }

  /// Returns a file by its path; nil if there is none.
  package static func file(at path: String) -> File? {
    switch path {
    case "/page.css": style(HTMLPage.style)
    case "/page.js": script(HTMLPage.script)
    case "/monitor.css": style(PackageResources.monitor_css)
    case "/monitor.js": script(PackageResources.monitor_js)
    case "/monitor-details.js": script(PackageResources.monitor_details_js)
    case "/monitor-dialogs.js": script(PackageResources.monitor_dialogs_js)
    case "/monitor-forms.js": script(PackageResources.monitor_forms_js)
    case "/monitor-link.js": script(PackageResources.monitor_link_js)
    case "/monitor-parts.js": script(PackageResources.monitor_parts_js)
    case "/monitor-state.js": script(PackageResources.monitor_state_js)
    case "/monitor-timeline.js": script(PackageResources.monitor_timeline_js)
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

import Foundation
import Testing

/// `suas-run types`, as it is called.
@Suite struct TypesTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let document = packageRoot.appendingPathComponent(
      "Tests/SuasSchemasTests/Documents/feed.json")
    try folder.write(try Data(contentsOf: document), to: "feed.json")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["types"] + arguments, in: folder)
  }

  @Test("The types of a document are those of an effect's answer")
  func answers() throws {
    #expect(try run("feed.json", "--output", "feed.types.yaml").status == 0)
    #expect(try Program.isFormatted("feed.types.yaml", in: folder))
    try folder.write(
      """
      suas: 1
      include: feed.types.yaml
      states:
        Feed: { posts: "list(Post) = []", problem: string? }
      actions:
        Loaded: { page: Page }
        Failed: { message: string }
      reducers:
        FeedReducer:
          state: Feed
          on:
            Loaded: [{ set: posts, value: "${action.page.posts}" }]
            Failed: [{ set: problem, value: "${action.message}" }]
      middleware: [async]
      effects:
        Load:
          run: { http: { url: "https://feed.example/", response: Page } }
          on-success: [{ dispatch: Loaded, with: { page: "${response.body}" } }]
          on-failure: [{ dispatch: Failed, with: { message: "${error.message}" } }]
      """, to: "feed.yaml")
    let post = "id: a, text: Hello, author: { name: Ann }, visibility: everyone"
    try folder.write(
      """
      spec: feed.yaml
      scenarios:
        - name: A page is shown
          steps:
            - dispatch: Load
            - respond: Load
              with:
                body:
                  posts:
                    - { \(post), posted: "2024-05-06T07:08:09+02:00", x-rank: 7, unknown: [1] }
                    - {
                        \(post), posted: "2024-05-06T07:08:09Z", likes: 3, tags: [a, b],
                        reactions: { heart: 2 }, attachment: { image: { url: u, width: 4 } },
                        media: [{ kind: video, url: v, seconds: 2.5 }, { kind: photo, url: p }],
                        repostOf: { \(post), posted: "2024-05-06T07:08:09Z" },
                      }
                    - { \(post), posted: "2024-05-06T07:08:09Z", attachment: poll }
              expect:
                that:
                  - store.Feed.problem == null && size(store.Feed.posts) == 3
                  - store.Feed.posts[0].posted == timestamp("2024-05-06T05:08:09Z")
                  - store.Feed.posts[0].likes == 0 && store.Feed.posts[0].author.verified == false
                  - ${has(store.Feed.posts[1].attachment.image)}
                  - ${store.Feed.posts[1].media.map(m, m.kind) == ["video", "photo"]}
                  - ${has(store.Feed.posts[2].attachment.poll)}
        - name: What breaks a condition of the document is a failure
          steps:
            - dispatch: Load
            - respond: Load
              with:
                body:
                  posts: [{ \(post), posted: "2024-05-06T07:08:09Z", likes: -1 }]
              expect: { that: store.Feed.problem.contains('likes') }
      """, to: "feed.scenario.yaml")
    let result = try Program.run(["feed.scenario.yaml"], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("Some schemas are taken with what they need")
  func only() throws {
    let result = try run("feed.json", "--only", "Named", "Media")
    #expect(result.status == 0)
    #expect(
      result.output == """
        suas: 1
        description: Types of Feed 1.2, written by suas-run types.

        enums:
          MediaKind: [photo, video]

        types:
          Named: { name: string }

          Media:
            kind: MediaKind
            url: string
            alt: string?
            seconds: { type: double?, where: self == null || self > 0.0 }

        """)
    #expect(result.codes("warning") == ["not-expressed"])
    let unknown = try run("feed.json", "--only", "Medai")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("there is no schema 'Medai'; did you mean 'Media'?"))
  }

  @Test("A file is written whole, and no other than one that the command has written is replaced")
  func output() throws {
    try folder.write("suas: 1\n", to: "mine.yaml")
    let refused = try run("feed.json", "-o", "mine.yaml")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("'mine.yaml' stays as it is"))
    #expect(try folder.text("mine.yaml") == "suas: 1\n")
    #expect(try run("feed.json", "-o", "feed.json").status == 2)
    #expect(try run("feed.json", "-o", "none/types.yaml").status == 2)
    #expect(try run("feed.json", "-o", ".").status == 2)
    let whole = try run("feed.json")
    #expect(whole.status == 0)
    for only in [["--only", "Named"], []] {
      let arguments = ["types", "feed.json"] + only + ["-o", "types.yaml"]
      let written = try Program.run(arguments, in: folder)
      #expect(written.status == 0 && written.output.isEmpty)
    }
    #expect(try folder.text("types.yaml") == whole.output)
    #expect(try Program.run(["check", "types.yaml"], in: folder).codes("error").isEmpty)
  }

  @Test("YAML is read as well as JSON, and a schema without a name has that of its file")
  func notations() throws {
    try folder.write(
      "type: object\nproperties:\n  at: { type: string, format: date-time }\nrequired: [at]\n",
      to: "event.schema.yaml")
    let result = try run("event.schema.yaml")
    #expect(result.output.hasSuffix("\ntypes:\n  event: { at: timestamp }\n"), "\(result.errors)")
  }

  @Test("A document without schemas is refused")
  func refused() throws {
    for (text, message) in [
      ("[1]", "this is no schema"), ("", "this is no schema"), ("suas: 1\n", "this is no schema"),
      (#"{"openapi": "3.1.0", "paths": {}}"#, "the document has no schemas with names"),
      (#"{"type": "string"}"#, "no schema here has properties or cases"),
      (#"{"$defs": 1, "type": ["object"]}"#, "no schema here has properties or cases"),
    ] {
      try folder.write(text, to: "other.json")
      let result = try run("other.json")
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.codes("error") == ["wrong-document"])
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    try folder.write("{", to: "other.json")
    #expect(try run("other.json").codes("error") == ["yaml-syntax"])
    #expect(try run("none.json").codes("error") == ["file-not-found"])
    #expect(try run(".").status == 2)
  }
}

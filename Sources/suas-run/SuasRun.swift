@main struct SuasRun { static func main() {} }

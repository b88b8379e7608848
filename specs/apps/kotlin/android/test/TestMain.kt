package app.search

import java.lang.reflect.InvocationTargetException
import kotlin.system.exitProcess
import kotlin.test.Test

/** The classes with tests, as Gradle would find them. */
private val suites: List<Class<*>> = listOf(
    SearchViewModelTest::class.java, SearchScreenTest::class.java, PerformHttpTest::class.java,
    PositionsTest::class.java, SerializationTest::class.java,
)

/** Runs all tests; exits with 1 if one fails. */
public fun main() {
    var passed = 0
    var failed = 0
    for (suite in suites) {
        for (test in suite.declaredMethods.filter { it.isAnnotationPresent(Test::class.java) }.sortedBy { it.name }) {
            try {
                test.invoke(suite.getDeclaredConstructor().newInstance())
                passed += 1
            } catch (error: InvocationTargetException) {
                failed += 1
                println("failed: ${suite.simpleName}: ${test.name}: ${error.targetException}")
                error.targetException.stackTrace.take(6).forEach { println("    $it") }
            }
        }
    }
    println("$passed tests of the Android app passed, $failed failed")
    exitProcess(if (failed == 0) 0 else 1)
}

package dev.tenon.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RequirementCoverageListenerTest {

    @TempDir
    Path directory;

    @Test
    void only_tests_that_ran_and_passed_prove_their_ids() {
        assertThat(outcomesOf(Sample.class))
                .containsEntry("passed", TestOutcome.PASSED)
                .containsEntry("also-passed", TestOutcome.PASSED)
                .containsEntry("failed", TestOutcome.FAILED)
                .containsEntry("disabled", TestOutcome.SKIPPED)
                .containsEntry("assumed", TestOutcome.SKIPPED)
                .containsEntry("passed-and-failed", TestOutcome.FAILED);
    }

    @Test
    void parameterized_and_dynamic_tests_have_the_ids_of_their_methods() {
        assertThat(outcomesOf(Sample.class))
                .containsEntry("parameterized", TestOutcome.PASSED)
                .containsEntry("some-skipped", TestOutcome.PASSED)
                .containsEntry("dynamic", TestOutcome.PASSED);
    }

    @Test
    void the_ids_of_a_class_apply_to_its_tests_and_to_nested_and_derived_classes() {
        assertThat(outcomesOf(Derived.class))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "of-base",
                        TestOutcome.PASSED,
                        "of-derived",
                        TestOutcome.PASSED,
                        "inherited",
                        TestOutcome.PASSED));
    }

    @Test
    void tests_of_a_disabled_class_are_skipped() {
        assertThat(outcomesOf(Asleep.class)).containsExactlyInAnyOrderEntriesOf(Map.of("asleep", TestOutcome.SKIPPED));
    }

    @Test
    void the_last_outcome_of_a_repeated_test_counts() {
        Unsteady.failing = true;
        assertThat(outcomesOf(Unsteady.class, () -> Unsteady.failing = false))
                .containsEntry("unsteady", TestOutcome.PASSED)
                .containsEntry("unsteady-number", TestOutcome.PASSED);
        assertThat(outcomesOf(Unsteady.class, () -> Unsteady.failing = true))
                .containsEntry("unsteady", TestOutcome.FAILED);
    }

    private Map<String, TestOutcome> outcomesOf(Class<?> tests) {
        return outcomesOf(tests, null);
    }

    /** Runs the tests; with {@code between}, runs it and then the tests again with the same listener. */
    private Map<String, TestOutcome> outcomesOf(Class<?> tests, @Nullable Runnable between) {
        Path file = directory.resolve("outcomes.tsv");
        var config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new RequirementCoverageListener(file))
                .build();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build();
        Launcher launcher = LauncherFactory.create(config);
        launcher.execute(request);
        if (between != null) {
            between.run();
            launcher.execute(request);
        }
        return TestOutcomeFile.read(file);
    }

    static class Unsteady {

        private static boolean failing;

        @Test
        @Covers("unsteady")
        void comes_and_goes() {
            assertThat(failing).isFalse();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Covers("unsteady-number")
        void comes_and_goes(int number) {
            assertThat(failing && number == 2).isFalse();
        }
    }

    static class Sample {

        @Test
        @Covers({"passed", "also-passed", "passed-and-failed"})
        void passes() {}

        @Test
        @Covers({"failed", "passed-and-failed"})
        void fails() {
            throw new AssertionError("as it should");
        }

        @Test
        @Disabled("to be seen as skipped")
        @Covers("disabled")
        void sleeps() {}

        @Test
        @Covers("assumed")
        void assumes() {
            Assumptions.abort("to be seen as skipped");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Covers("parameterized")
        void repeats(int number) {
            assertThat(number).isPositive();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Covers("some-skipped")
        void repeatsInPart(int number) {
            Assumptions.assumeTrue(number == 1);
        }

        @TestFactory
        @Covers("dynamic")
        Stream<DynamicTest> makes() {
            return Stream.of(DynamicTest.dynamicTest("made", () -> {}));
        }
    }

    @Covers("of-base")
    abstract static class Base {

        @Test
        @Covers("inherited")
        void inherited() {}
    }

    @Covers("of-derived")
    static class Derived extends Base {

        @Nested
        class Inner {

            @Test
            void inner() {}
        }
    }

    @Disabled("to be seen as skipped")
    static class Asleep {

        @Test
        @Covers("asleep")
        void sleeps() {}
    }
}

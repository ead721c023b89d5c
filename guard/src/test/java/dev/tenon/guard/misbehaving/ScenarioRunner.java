package dev.tenon.guard.misbehaving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.CallOptions;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.TextContent;
import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.ObservedOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs scenarios one after another. */
final class ScenarioRunner implements Runnable {
    private static final Duration MAX_DURATION = Duration.ofSeconds(60);
    /**
     * With pins, the guard lists the tools once more at the first use of a server, within the same time limit; the rest
     * is for other work.
     */
    private static final Duration MAX_DURATION_WITH_PINS =
            MAX_DURATION.multipliedBy(2).plusSeconds(30);

    private static final Duration RECOVERY_TIMEOUT = Duration.ofSeconds(30);
    /** Each alternative begins with rare letters: some messages repeat one letter millions of times. */
    private static final Pattern INTERNAL_DETAILS = Pattern.compile(
            "\\bat [a-z]{1,40}\\.[\\w.$]{1,200}\\(|Exception(?<=[a-z]\\w{1,80}Exception)|\\bjava\\.|dev\\.tenon|Traceback|I give up");

    /** The error for a tool that the first listing of an endless list did not reach. */
    private static final String HELD_BACK = "is held back";

    /**
     * With pins, the guard withholds the tools beyond the limit of the first listing; a client accepts the others.
     */
    private static final String TRUNCATED_LIST = "a-hundred-thousand-tools";

    private final List<MisbehaviourScenario> scenarios;
    private @Nullable ScenarioEnvironment environment;

    ScenarioRunner(List<MisbehaviourScenario> scenarios) {
        this.scenarios = scenarios;
    }

    @Override
    public void run() {
        try {
            scenarios.forEach(this::runScenario);
        } finally {
            closeEnvironment();
        }
    }

    private void runScenario(MisbehaviourScenario scenario) {
        try {
            long begin = System.nanoTime();
            if (scenario.canShareServer()) {
                ScenarioEnvironment current =
                        environment == null ? new ScenarioEnvironment(scenario, null) : environment;
                environment = current;
                callAndCheck(scenario, current.client());
                awaitEcho(current.client());
            } else {
                runWithOwnServer(scenario);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(scenario.hasAllPolicies() ? MAX_DURATION_WITH_PINS : MAX_DURATION);
            scenario.succeed();
        } catch (Exception | AssertionError e) {
            closeEnvironment();
            scenario.fail(new AssertionError(scenario + ": " + e.getMessage(), e));
        }
    }

    private void closeEnvironment() {
        ScenarioEnvironment previous = environment;
        environment = null;
        if (previous != null) {
            previous.close();
        }
    }

    /** Runs a scenario with a server that misbehaves to every client until it is reset. */
    private static void runWithOwnServer(MisbehaviourScenario scenario) {
        MisbehaviourCase testCase = scenario.testCase();
        try (ScenarioEnvironment own = new ScenarioEnvironment(scenario, testCase.misbehaviour())) {
            try {
                McpClient client = own.client();
                callAndCheck(scenario, client);
            } catch (ServerErrorException e) {
                assertAcceptable(testCase, e);
            } catch (NotSupportedException e) {
                // The client throws this for an error response to its first request.
                assertThat(testCase.misbehaviour().trigger().isBeforeCalls())
                        .as("%s: %s", testCase, e)
                        .isTrue();
            }
            if (own.resetMisbehaviour()) {
                awaitEcho(own.client());
            }
        }
    }

    private static void callAndCheck(MisbehaviourScenario scenario, McpClient client) {
        MisbehaviourCase testCase = scenario.testCase();
        boolean mayBeValid = testCase.expected().contains(ObservedOutcome.SUCCEEDS)
                || testCase.expected().contains(ObservedOutcome.LEFT_OUT)
                || scenario.hasAllPolicies() && testCase.misbehaviour().name().equals(TRUNCATED_LIST);
        try {
            requestMisbehaviour(testCase, client);
            assertThat(mayBeValid || testCase.misbehaviour().trigger().isBeforeCalls())
                    .as("%s was accepted as valid", testCase)
                    .isTrue();
        } catch (ServerErrorException e) {
            assertAcceptable(testCase, e);
        } catch (InvalidResponseException e) {
            // Each page of a list, and each input request, is valid by itself. The client rejects their number.
            assertThat(e.getMessage())
                    .as("%s", testCase)
                    .containsPattern(
                            "pages|does not end|more than \\d+ items|times without returning a result|requestState is larger");
        }
    }

    private static void assertAcceptable(MisbehaviourCase testCase, ServerErrorException e) {
        // A flood may last longer than the timeout of the client.
        boolean isLateFlood =
                !testCase.misbehaviour().isSingleMessage() && e.serverMessage().contains("in time");
        assertThat(isLateFlood || !testCase.expected().equals(Set.of(ObservedOutcome.SUCCEEDS)))
                .as("%s: %s", testCase, e.getMessage())
                .isTrue();
        assertThat(INTERNAL_DETAILS.matcher(e.serverMessage() + e.data()).find())
                .as("%s shows: %s %s", testCase, e.serverMessage(), e.data())
                .isFalse();
    }

    private static void requestMisbehaviour(MisbehaviourCase testCase, McpClient client) {
        Map<String, String> arguments = Map.of("as", testCase.misbehaviour().name());
        switch (testCase.misbehaviour().trigger()) {
            case READ -> client.readResource("test://bad/" + arguments.get("as"));
            case PROMPT -> client.getPrompt("bad", arguments);
            case LIST -> client.tools().toList();
            default -> client.callTool("bad", arguments, CallOptions.DEFAULT.onProgress(progress -> {}));
        }
    }

    /** Calls until the server responds: the guard may have to restart a process. */
    private static void awaitEcho(McpClient client) {
        long until = System.nanoTime() + RECOVERY_TIMEOUT.toNanos();
        while (System.nanoTime() < until) {
            try {
                assertEcho(client);
                return;
            } catch (ServerErrorException e) {
                if (e.serverMessage().contains(HELD_BACK)) {
                    return;
                }
                assertThat(e.serverMessage()).containsAnyOf("in time", "cannot be reached");
            }
        }
        assertEcho(client);
    }

    private static void assertEcho(McpClient client) {
        CallToolResult result = client.callTool("echo", Map.of("text", "still here"));
        assertThat(result.content()).singleElement().isInstanceOfSatisfying(TextContent.class, text -> assertThat(
                        text.text())
                .isEqualTo("still here"));
    }
}

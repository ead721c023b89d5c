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

/** Makes attempts one after the other. */
final class Lane implements Runnable {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    /**
     * With pins, the first use of a server walks its list once more, within the same time limit; the rest is for the
     * work between.
     */
    private static final Duration LONGEST_STRICT = LONGEST.multipliedBy(2).plusSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Each begins with letters that are rare: some messages have millions of the same one. */
    private static final Pattern INSIDES = Pattern.compile(
            "\\bat [a-z]{1,40}\\.[\\w.$]{1,200}\\(|Exception(?<=[a-z]\\w{1,80}Exception)|\\bjava\\.|dev\\.tenon|Traceback|I give up");

    /** What pins say of a tool that the one walk of a list without end did not come to. */
    private static final String HELD_BACK = "is held back";

    /**
     * With pins, the tools beyond the bound of the walk are held back, and what remains is a list that a client takes.
     */
    private static final String SHORTENED = "a-hundred-thousand-tools";

    private final List<Attempt> attempts;
    private @Nullable Post post;

    Lane(List<Attempt> attempts) {
        this.attempts = attempts;
    }

    @Override
    public void run() {
        try {
            attempts.forEach(this::make);
        } finally {
            leave();
        }
    }

    private void make(Attempt attempt) {
        try {
            long begin = System.nanoTime();
            if (attempt.isShared()) {
                Post here = post == null ? new Post(attempt, null) : post;
                post = here;
                call(attempt, here.client());
                goesOn(here.client());
            } else {
                alone(attempt);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(attempt.strict() ? LONGEST_STRICT : LONGEST);
            attempt.succeeded();
        } catch (Exception | AssertionError e) {
            leave();
            attempt.failed(new AssertionError(attempt + ": " + e.getMessage(), e));
        }
    }

    private void leave() {
        Post left = post;
        post = null;
        if (left != null) {
            left.close();
        }
    }

    /** A server that is bad to everybody, and then reforms. */
    private static void alone(Attempt attempt) {
        MisbehaviourCase tried = attempt.tried();
        try (Post alone = new Post(attempt, tried.misbehaviour())) {
            try {
                McpClient client = alone.client();
                call(attempt, client);
            } catch (ServerErrorException e) {
                judge(tried, e);
            } catch (NotSupportedException e) {
                // What a client makes of an error that answers its first question.
                assertThat(tried.misbehaviour().trigger().isBeforeCalls())
                        .as("%s: %s", tried, e)
                        .isTrue();
            }
            if (alone.reforms()) {
                goesOn(alone.client());
            }
        }
    }

    private static void call(Attempt attempt, McpClient client) {
        MisbehaviourCase tried = attempt.tried();
        boolean wellMeant = tried.expected().contains(ObservedOutcome.SUCCEEDS)
                || tried.expected().contains(ObservedOutcome.LEFT_OUT)
                || attempt.strict() && tried.misbehaviour().name().equals(SHORTENED);
        try {
            succeed(tried, client);
            assertThat(wellMeant || tried.misbehaviour().trigger().isBeforeCalls())
                    .as("%s was taken for good", tried)
                    .isTrue();
        } catch (ServerErrorException e) {
            judge(tried, e);
        } catch (InvalidResponseException e) {
            // Each page of a list, and each question, is right by itself. That there are too many, the client says.
            assertThat(e.getMessage())
                    .as("%s", tried)
                    .containsPattern(
                            "pages|does not end|more than \\d+ items|times without returning a result|requestState is larger");
        }
    }

    private static void judge(MisbehaviourCase tried, ServerErrorException e) {
        // A flood may take longer than anybody waits.
        boolean late =
                !tried.misbehaviour().isSingleMessage() && e.serverMessage().contains("in time");
        assertThat(late || !tried.expected().equals(Set.of(ObservedOutcome.SUCCEEDS)))
                .as("%s: %s", tried, e.getMessage())
                .isTrue();
        assertThat(INSIDES.matcher(e.serverMessage() + e.data()).find())
                .as("%s shows: %s %s", tried, e.serverMessage(), e.data())
                .isFalse();
    }

    private static void succeed(MisbehaviourCase tried, McpClient client) {
        Map<String, String> as = Map.of("as", tried.misbehaviour().name());
        switch (tried.misbehaviour().trigger()) {
            case READ -> client.readResource("test://bad/" + as.get("as"));
            case PROMPT -> client.getPrompt("bad", as);
            case LIST -> client.tools().toList();
            default -> client.callTool("bad", as, CallOptions.DEFAULT.onProgress(news -> {}));
        }
    }

    /** In the end: a process may have to be started again. */
    private static void goesOn(McpClient client) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            try {
                echoes(client);
                return;
            } catch (ServerErrorException e) {
                if (e.serverMessage().contains(HELD_BACK)) {
                    return;
                }
                assertThat(e.serverMessage()).containsAnyOf("in time", "cannot be reached");
            }
        }
        echoes(client);
    }

    private static void echoes(McpClient client) {
        CallToolResult said = client.callTool("echo", Map.of("text", "still here"));
        assertThat(said.content()).singleElement().isInstanceOfSatisfying(TextContent.class, text -> assertThat(
                        text.text())
                .isEqualTo("still here"));
    }
}

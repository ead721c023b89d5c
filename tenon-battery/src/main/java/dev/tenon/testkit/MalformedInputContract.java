package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The table of malformed input, sent through one door. A test of some transport extends this, is parameterized with its
 * doors, and shares a {@link ReferenceResults} among them.
 *
 * <p>A usual run tries every case in memory, and one in five of them at each other place. An exhaustive one tries all
 * everywhere.
 *
 * <p>After each case a good request is answered on the same connection, session and process; see {@link
 * TestConnection#send}.
 */
public abstract class MalformedInputContract {
    private static final int ONE_IN = 5;

    private final TestConnection door;
    private final ReferenceResults standard;
    private final ServerProfile subject;

    /** Tries that door, whose server is a {@link SampleServer}, directly or at the end of a way. */
    protected MalformedInputContract(TestConnection door, ReferenceResults standard) {
        this(door, standard, ServerProfile.SPECIMEN);
    }

    /** Tries that door, with another server at the end of the way. */
    protected MalformedInputContract(TestConnection door, ReferenceResults standard, ServerProfile subject) {
        this.door = door;
        this.standard = standard;
        this.subject = subject;
    }

    /** The door that is tried. */
    protected final TestConnection connection() {
        return door;
    }

    /** Returns when the tool {@code hold} is busy with a call. */
    protected void awaitHold() {
        while (callForNumber("holding") != 1) {
            Thread.onSpinWait();
        }
    }

    /** Lets the tool {@code hold} answer. */
    protected void releaseHold() {
        callForNumber("release");
    }

    /** How many responses the server has dropped; empty where something on the way drops them before. */
    protected OptionalLong droppedResponses() {
        return OptionalLong.of(callForNumber("dropped"));
    }

    @TestFactory
    @Covers({
        "core/jsonrpc/parse-error",
        "core/jsonrpc/utf8",
        "core/jsonrpc/error-id-omitted-when-unreadable",
        "legacy/jsonrpc/error-id-null-when-unreadable",
        "core/jsonrpc/standard-codes",
        "core/jsonrpc/error-object-shape",
        "seed/jsonrpc/all-transports-consistent"
    })
    Stream<DynamicTest> what_is_not_json_is_a_parse_error() {
        return casesOf("not-json");
    }

    @TestFactory
    @Covers({
        "core/jsonrpc/version-member",
        "core/jsonrpc/invalid-request",
        "core/jsonrpc/request-method-string",
        "core/jsonrpc/params-structured",
        "core/jsonrpc/request-id-type",
        "core/jsonrpc/request-id-not-null",
        "core/jsonrpc/request-id-no-fraction",
        "core/jsonrpc/member-names-case-sensitive",
        "core/jsonrpc/response-id-echo",
        "core/jsonrpc/error-message-concise",
        "core/jsonrpc/error-code-integer",
        "seed/jsonrpc/validate-all-incoming",
        "seed/jsonrpc/reply-not-drop",
        "seed/jsonrpc/all-transports-consistent"
    })
    Stream<DynamicTest> json_that_is_no_message_is_an_invalid_request() {
        return casesOf("no-message");
    }

    @TestFactory
    @Covers({"core/jsonrpc/malformed-response-local", "core/jsonrpc/unknown-response-ignored"})
    Stream<DynamicTest> responses_that_nobody_asked_for_are_never_answered() {
        return casesOf("responses");
    }

    @TestFactory
    @Covers({
        "core/jsonrpc/notification-no-response",
        "core/jsonrpc/notification-no-id",
        "core/http/notification-202",
        "core/http/notification-rejected"
    })
    Stream<DynamicTest> notifications_are_never_answered() {
        return casesOf("notifications");
    }

    @TestFactory
    @Covers({
        "core/jsonrpc/method-not-found",
        "2026-07-28/http/method-not-found-404",
        "core/jsonrpc/method-rpc-prefix-reserved",
        "core/jsonrpc/member-names-case-sensitive",
        "core/jsonrpc/response-always"
    })
    Stream<DynamicTest> unknown_methods_are_not_found() {
        return casesOf("methods");
    }

    @TestFactory
    @Covers({
        "core/jsonrpc/invalid-params",
        "2026-07-28/http/missing-meta-400",
        "2026-07-28/http/unsupported-version-400",
        "2026-07-28/jsonrpc/code-no-32002",
        "core/jsonrpc/error-message-concise",
        "core/jsonrpc/response-always",
        "seed/jsonrpc/helpful-messages"
    })
    Stream<DynamicTest> params_that_do_not_fit_are_invalid() {
        return casesOf("params");
    }

    @TestFactory
    @Covers({"core/jsonrpc/response-id-echo", "core/jsonrpc/request-id-type", "core/jsonrpc/id-type-strict-match"})
    Stream<DynamicTest> ids_come_back_as_they_came() {
        return casesOf("ids");
    }

    @TestFactory
    @Covers({
        "2025-03-26/jsonrpc/batch-receive",
        "2025-03-26/jsonrpc/batch-reject-initialize",
        "2025-03-26/jsonrpc/batch-no-notification-response",
        "2025-03-26/jsonrpc/batch-any-order",
        "2025-03-26/jsonrpc/batch-empty-array",
        "2025-03-26/jsonrpc/batch-invalid-members",
        "2025-03-26/jsonrpc/batch-parse-error",
        "2025-03-26/stdio/batch-lines",
        "2025-03-26/http/response-content-type",
        "2024-11-05/jsonrpc/batch-base",
        "core/jsonrpc/batch-removed",
        "core/jsonrpc/batch-reject"
    })
    Stream<DynamicTest> batches_are_served_or_refused_by_revision() {
        return casesOf("batches");
    }

    @TestFactory
    @Covers("core/jsonrpc/response-always")
    Stream<DynamicTest> what_is_beyond_a_limit_is_refused() {
        return casesOf("limits");
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/request-id-unique-inflight", "legacy/jsonrpc/request-id-unique-session"})
    void an_id_that_is_in_flight_is_refused_and_the_first_request_is_answered() {
        TestTarget place = door.target();
        String hold = new String(TestRequests.call(place.revision(), "same", "hold"), UTF_8);
        TestConnection.PendingResponse held =
                door.sendAsync(subject.replaceNames(hold).getBytes(UTF_8));
        awaitHold();
        byte[] second = TestRequests.request(place.revision(), "same", "tools/list", "");

        // Requests over stateless HTTP have nothing in common that could tell whose id it is.
        String name = place.mirrorsBody() ? "an id that is free" : "an id that is in flight";
        verify(InputCaseReader.readCase("in-flight", name), door.send(second, 1));

        releaseHold();
        assertThat(held.await().toString()).contains("\"same\"", subject.replaceNames("held"));
        verify(InputCaseReader.readCase("in-flight", "an id that is free"), door.send(second, 1));
    }

    private Stream<DynamicTest> casesOf(String file) {
        return InputCaseReader.read(file).stream()
                .filter(tried -> tried.appliesTo(door.target()) && isSampled(tried))
                .map(tried -> DynamicTest.dynamicTest(tried.name(), () -> {
                    subject.skipReason(tried).ifPresent(Assumptions::abort);
                    runCase(subject.adapt(tried, door.target()));
                }));
    }

    private boolean isSampled(InputCase tried) {
        return door.target().transport().equals("memory")
                || CaseSampler.includes(door.target() + " " + tried.name(), ONE_IN);
    }

    private void runCase(InputCase tried) {
        boolean counted = tried.expected() instanceof ExpectedResponse.NoResponse nothing
                && nothing.kind().isResponse()
                && droppedResponses().isPresent();
        long before = counted ? droppedResponses().getAsLong() : 0;
        ReceivedMessages heard = door.send(
                tried.sentTemplate().render(door.target().revision()),
                tried.expected().messageCount());
        verify(tried, heard);
        if (counted
                && (door.target().transportKind() != TransportKind.HTTP
                        || heard.status() < ExpectedStatuses.BAD_REQUEST)) {
            assertThat(droppedResponses()).as("dropped responses").hasValue(before + 1);
        }
    }

    private void verify(InputCase tried, ReceivedMessages heard) {
        ResponseVerifier.VerificationResult verdict = ResponseVerifier.verify(tried.expected(), door.target(), heard);
        List<String> problems = new ArrayList<>(verdict.problems());
        if (problems.isEmpty()) {
            standard.findDifference(tried, door.target(), verdict.replies()).ifPresent(problems::add);
        }
        assertThat(problems)
                .as("%s: %s was answered with %s", door.target(), tried.name(), heard)
                .isEmpty();
    }

    /** The number at the end of what a tool of the specimen says. */
    private long callForNumber(String tool) {
        byte[] call = TestRequests.call(door.target().revision(), TestRequests.freshId(), tool);
        Json answer = Json.parse(new String(door.send(call, 1).messages().get(0), UTF_8));
        Json content = Objects.requireNonNull(
                Objects.requireNonNull(answer.get("result")).get("content"));
        String text =
                Objects.requireNonNull(content.elements().get(0).get("text")).string();
        String last = Objects.requireNonNull(text).substring(text.lastIndexOf(' ') + 1);
        return Character.isDigit(last.charAt(0)) ? Long.parseLong(last) : 0;
    }
}

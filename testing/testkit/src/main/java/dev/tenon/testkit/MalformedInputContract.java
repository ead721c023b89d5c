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
 * Runs the cases of malformed input through one connection. A test of a transport extends this class, is parameterized
 * with its connections, and shares {@link ReferenceResults} among them.
 *
 * <p>A quick build runs every case in memory and one in ten with each other connection. An exhaustive build runs all
 * cases with all connections.
 *
 * <p>After each case a valid request must still be answered on the same connection, session and process; see {@link
 * TestConnection#send}.
 */
public abstract class MalformedInputContract {
    private static final int ONE_IN = 20;

    private final TestConnection connection;
    private final ReferenceResults reference;
    private final ServerProfile profile;

    /** Tests a connection to a {@link SampleServer}, directly or through a proxy. */
    protected MalformedInputContract(TestConnection connection, ReferenceResults reference) {
        this(connection, reference, ServerProfile.SAMPLE_SERVER);
    }

    /** Tests a connection to another server, which the profile describes. */
    protected MalformedInputContract(TestConnection connection, ReferenceResults reference, ServerProfile profile) {
        this.connection = connection;
        this.reference = reference;
        this.profile = profile;
    }

    /** Returns the connection under test. */
    protected final TestConnection connection() {
        return connection;
    }

    /** Waits until the tool {@code hold} is processing a call. */
    protected void awaitHold() {
        while (callForNumber("holding") != 1) {
            Thread.onSpinWait();
        }
    }

    /** Lets the tool {@code hold} return its result. */
    protected void releaseHold() {
        callForNumber("release");
    }

    /** Returns how many responses the server has dropped; empty if a proxy drops them before. */
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
    Stream<DynamicTest> input_that_is_not_json_is_a_parse_error() {
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
    Stream<DynamicTest> json_that_is_not_a_message_is_an_invalid_request() {
        return casesOf("no-message");
    }

    @TestFactory
    @Covers({"core/jsonrpc/malformed-response-local", "core/jsonrpc/unknown-response-ignored"})
    Stream<DynamicTest> unexpected_responses_are_never_answered() {
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
    Stream<DynamicTest> params_of_the_wrong_type_are_invalid() {
        return casesOf("params");
    }

    @TestFactory
    @Covers({"core/jsonrpc/response-id-echo", "core/jsonrpc/request-id-type", "core/jsonrpc/id-type-strict-match"})
    Stream<DynamicTest> ids_are_echoed_unchanged() {
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
    Stream<DynamicTest> batches_are_served_or_rejected_by_revision() {
        return casesOf("batches");
    }

    @TestFactory
    @Covers("core/jsonrpc/response-always")
    Stream<DynamicTest> input_beyond_a_limit_is_rejected() {
        return casesOf("limits");
    }

    @Test
    @Covers({"2026-07-28/jsonrpc/request-id-unique-inflight", "legacy/jsonrpc/request-id-unique-session"})
    void an_id_in_flight_is_rejected_and_the_first_request_is_answered() {
        TestTarget target = connection.target();
        String hold = new String(TestRequests.call(target.revision(), "same", "hold"), UTF_8);
        TestConnection.PendingResponse pending =
                connection.sendAsync(profile.replaceNames(hold).getBytes(UTF_8));
        awaitHold();
        byte[] second = TestRequests.request(target.revision(), "same", "tools/list", "");

        // Requests over stateless HTTP are independent, so the server cannot detect a duplicate id.
        String name = target.mirrorsBody() ? "an id that is free" : "an id that is in flight";
        verify(InputCaseReader.readCase("in-flight", name), connection.send(second, 1));

        releaseHold();
        assertThat(pending.await().toString()).contains("\"same\"", profile.replaceNames("held"));
        verify(InputCaseReader.readCase("in-flight", "an id that is free"), connection.send(second, 1));
    }

    private Stream<DynamicTest> casesOf(String file) {
        return InputCaseReader.read(file).stream()
                .filter(inputCase -> inputCase.appliesTo(connection.target()) && isSampled(inputCase))
                .map(inputCase -> DynamicTest.dynamicTest(inputCase.name(), () -> {
                    profile.skipReason(inputCase).ifPresent(Assumptions::abort);
                    runCase(profile.adapt(inputCase, connection.target()));
                }));
    }

    private boolean isSampled(InputCase inputCase) {
        return connection.target().transport().equals("memory")
                || CaseSampler.includes(connection.target() + " " + inputCase.name(), ONE_IN);
    }

    private void runCase(InputCase inputCase) {
        boolean countsDropped = inputCase.expected() instanceof ExpectedResponse.NoResponse noResponse
                && noResponse.kind().isResponse()
                && droppedResponses().isPresent();
        long before = countsDropped ? droppedResponses().getAsLong() : 0;
        ReceivedMessages received = connection.send(
                inputCase.sentTemplate().render(connection.target().revision()),
                inputCase.expected().messageCount());
        verify(inputCase, received);
        if (countsDropped
                && (connection.target().transportKind() != TransportKind.HTTP
                        || received.status() < ExpectedStatuses.BAD_REQUEST)) {
            assertThat(droppedResponses()).as("dropped responses").hasValue(before + 1);
        }
    }

    private void verify(InputCase inputCase, ReceivedMessages received) {
        ResponseVerifier.VerificationResult result =
                ResponseVerifier.verify(inputCase.expected(), connection.target(), received);
        List<String> problems = new ArrayList<>(result.problems());
        if (problems.isEmpty()) {
            reference
                    .findDifference(inputCase, connection.target(), result.responses())
                    .ifPresent(problems::add);
        }
        assertThat(problems)
                .as("%s: response to %s: %s", connection.target(), inputCase.name(), received)
                .isEmpty();
    }

    /** Returns the number at the end of the text that a tool of the sample server returns. */
    private long callForNumber(String tool) {
        byte[] call = TestRequests.call(connection.target().revision(), TestRequests.freshId(), tool);
        Json response =
                Json.parse(new String(connection.send(call, 1).messages().get(0), UTF_8));
        Json content = Objects.requireNonNull(
                Objects.requireNonNull(response.get("result")).get("content"));
        String text =
                Objects.requireNonNull(content.elements().get(0).get("text")).string();
        String last = Objects.requireNonNull(text).substring(text.lastIndexOf(' ') + 1);
        return Character.isDigit(last.charAt(0)) ? Long.parseLong(last) : 0;
    }
}

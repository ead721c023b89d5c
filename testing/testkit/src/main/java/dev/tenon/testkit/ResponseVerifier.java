package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/** Verifies received messages against the expected response. */
final class ResponseVerifier {
    private final TestTarget target;
    private final ReceivedMessages received;
    private final List<String> problems = new ArrayList<>();
    private final List<ParsedResponse> parsedResponses = new ArrayList<>();

    private ResponseVerifier(TestTarget target, ReceivedMessages received) {
        this.target = target;
        this.received = received;
    }

    /**
     * The result of a verification.
     *
     * @param problems the differences; empty on success
     * @param responses the received responses, for comparison with other transports
     */
    record VerificationResult(List<String> problems, List<ParsedResponse> responses) {}

    static VerificationResult verify(ExpectedResponse expected, TestTarget target, ReceivedMessages received) {
        ResponseVerifier verifier = new ResponseVerifier(target, received);
        verifier.checkLeaks();
        if (expected instanceof ExpectedResponse.SingleResponse single) {
            verifier.checkResponse(single);
        } else if (expected instanceof ExpectedResponse.BatchResponse batch) {
            verifier.checkBatch(batch);
        } else {
            verifier.checkNoResponse(((ExpectedResponse.NoResponse) expected).kind());
        }
        return new VerificationResult(
                verifier.problems,
                verifier.parsedResponses.stream()
                        .map(ParsedResponse::normalized)
                        .toList());
    }

    private void checkLeaks() {
        for (byte[] message : received.messages()) {
            LeakDetector.findLeak(new String(message, UTF_8))
                    .ifPresent(leak -> problems.add("the response leaks \"" + leak + "\""));
        }
    }

    private void checkResponse(ExpectedResponse.SingleResponse expected) {
        if (received.messages().size() != 1) {
            problems.add("expected " + expected + " and nothing else");
            return;
        }
        Json message = parse(received.messages().get(0));
        checkStatus(
                ExpectedStatuses.statusFor(expected, target), !received.body().isEmpty());
        checkSingle(
                message,
                expected,
                received.channel().isEmpty() ? ErrorIdMode.ABSENT : ErrorIdMode.forUnreadable(target.revision()));
    }

    private void checkSingle(Json message, ExpectedResponse.SingleResponse expected, ErrorIdMode idMode) {
        ParsedResponse response = ParsedResponse.tryParse(message).orElse(null);
        if (response == null) {
            problems.add("not a valid response: " + message);
            return;
        }
        parsedResponses.add(response);
        if (!ResponseMatcher.matches(expected, response, idMode)) {
            problems.add("expected " + expected + (expected.id() == null ? " (" + idMode + ")" : ""));
        }
        if (response.code() != 0) {
            problems.addAll(LeakDetector.messageProblems(response.text()));
        }
    }

    private void checkBatch(ExpectedResponse.BatchResponse expected) {
        if (received.messages().size() != 1) {
            problems.add("expected one array of responses and nothing else");
            return;
        }
        checkStatus(ExpectedStatuses.OK, !received.body().isEmpty());
        List<Json> members = new ArrayList<>(parse(received.messages().get(0)).elements());
        for (ExpectedResponse.SingleResponse single : expected.responses()) {
            for (int i = 0; i < single.times(); i++) {
                checkMember(members, single);
            }
        }
        if (!members.isEmpty()) {
            problems.add("unexpected members " + members);
        }
    }

    private void checkMember(List<Json> members, ExpectedResponse.SingleResponse expected) {
        ErrorIdMode idMode = ErrorIdMode.forUnreadable(target.revision());
        for (Json member : members) {
            if (ParsedResponse.tryParse(member)
                    .filter(r -> ResponseMatcher.matches(expected, r, idMode))
                    .isPresent()) {
                members.remove(member);
                checkSingle(member, expected, idMode);
                return;
            }
        }
        problems.add("expected in the array " + expected);
    }

    private void checkNoResponse(ExpectedResponse.UnansweredKind kind) {
        if (!received.channel().isEmpty()) {
            problems.add("expected no response to a " + kind);
        }
        checkStatus(ExpectedStatuses.statusFor(kind, target), true);
        boolean rejected = received.status() >= ExpectedStatuses.BAD_REQUEST;
        for (byte[] message : received.body()) {
            ParsedResponse response = ParsedResponse.tryParse(parse(message)).orElse(null);
            if (!rejected || response == null || response.code() == 0 || response.id() != null) {
                problems.add("an error status may only have an error without id as its body");
            }
        }
    }

    private void checkStatus(int expected, boolean inBody) {
        // HTTP+SSE returns status 202 and sends the response on its event stream.
        int expectedStatus = target.transportKind() == TransportKind.CHANNEL
                ? 0
                : target.transportKind() == TransportKind.HTTP_SSE && !inBody ? ExpectedStatuses.ACCEPTED : expected;
        if (received.status() != expectedStatus) {
            problems.add("expected HTTP status " + expectedStatus);
        }
    }

    private Json parse(byte[] message) {
        try {
            return Json.parse(new String(message, UTF_8));
        } catch (JsonException e) {
            problems.add("the response is not JSON: " + e.getMessage());
            return Json.NULL;
        }
    }
}

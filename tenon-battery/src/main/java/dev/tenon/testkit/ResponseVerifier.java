package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/** Compares what came back with what had to. */
final class ResponseVerifier {
    private final TestTarget place;
    private final ReceivedMessages heard;
    private final List<String> problems = new ArrayList<>();
    private final List<ParsedResponse> replies = new ArrayList<>();

    private ResponseVerifier(TestTarget place, ReceivedMessages heard) {
        this.place = place;
        this.heard = heard;
    }

    /**
     * What a judge found.
     *
     * @param problems empty when all is right
     * @param replies what came, for comparison with other transports
     */
    record VerificationResult(List<String> problems, List<ParsedResponse> replies) {}

    static VerificationResult verify(ExpectedResponse expected, TestTarget place, ReceivedMessages heard) {
        ResponseVerifier judge = new ResponseVerifier(place, heard);
        judge.checkLeaks();
        if (expected instanceof ExpectedResponse.SingleResponse answer) {
            judge.checkResponse(answer);
        } else if (expected instanceof ExpectedResponse.BatchResponse batch) {
            judge.checkBatch(batch);
        } else {
            judge.checkNoResponse(((ExpectedResponse.NoResponse) expected).kind());
        }
        return new VerificationResult(
                judge.problems,
                judge.replies.stream().map(ParsedResponse::normalized).toList());
    }

    private void checkLeaks() {
        for (byte[] message : heard.messages()) {
            LeakDetector.findLeak(new String(message, UTF_8))
                    .ifPresent(leak -> problems.add("the answer shows \"" + leak + "\""));
        }
    }

    private void checkResponse(ExpectedResponse.SingleResponse expected) {
        if (heard.messages().size() != 1) {
            problems.add("expected " + expected + " and nothing else");
            return;
        }
        Json message = parse(heard.messages().get(0));
        checkStatus(ExpectedStatuses.statusFor(expected, place), !heard.body().isEmpty());
        checkSingle(
                message,
                expected,
                heard.channel().isEmpty() ? ErrorIdMode.ABSENT : ErrorIdMode.forUnreadable(place.revision()));
    }

    private void checkSingle(Json message, ExpectedResponse.SingleResponse expected, ErrorIdMode ids) {
        ParsedResponse reply = ParsedResponse.tryParse(message).orElse(null);
        if (reply == null) {
            problems.add("no response: " + message);
            return;
        }
        replies.add(reply);
        if (!ResponseMatcher.matches(expected, reply, ids)) {
            problems.add("expected " + expected + (expected.id() == null ? " (" + ids + ")" : ""));
        }
        if (reply.code() != 0) {
            problems.addAll(LeakDetector.messageProblems(reply.words()));
        }
    }

    private void checkBatch(ExpectedResponse.BatchResponse expected) {
        if (heard.messages().size() != 1) {
            problems.add("expected one array of answers and nothing else");
            return;
        }
        checkStatus(ExpectedStatuses.OK, !heard.body().isEmpty());
        List<Json> members = new ArrayList<>(parse(heard.messages().get(0)).elements());
        for (ExpectedResponse.SingleResponse answer : expected.answers()) {
            for (int i = 0; i < answer.times(); i++) {
                checkMember(members, answer);
            }
        }
        if (!members.isEmpty()) {
            problems.add("nobody expected " + members);
        }
    }

    private void checkMember(List<Json> members, ExpectedResponse.SingleResponse expected) {
        ErrorIdMode ids = ErrorIdMode.forUnreadable(place.revision());
        for (Json member : members) {
            if (ParsedResponse.tryParse(member)
                    .filter(r -> ResponseMatcher.matches(expected, r, ids))
                    .isPresent()) {
                members.remove(member);
                checkSingle(member, expected, ids);
                return;
            }
        }
        problems.add("expected in the array " + expected);
    }

    private void checkNoResponse(ExpectedResponse.UnansweredKind kind) {
        if (!heard.channel().isEmpty()) {
            problems.add("expected no answer to a " + kind);
        }
        checkStatus(ExpectedStatuses.statusFor(kind, place), true);
        boolean refused = heard.status() >= ExpectedStatuses.BAD_REQUEST;
        for (byte[] message : heard.body()) {
            ParsedResponse reply = ParsedResponse.tryParse(parse(message)).orElse(null);
            if (!refused || reply == null || reply.code() == 0 || reply.id() != null) {
                problems.add("a refusal may carry an error without id, and nothing else");
            }
        }
    }

    private void checkStatus(int expected, boolean inBody) {
        // HTTP+SSE answers on its stream what it has accepted.
        int wanted = place.transportKind() == TransportKind.CHANNEL
                ? 0
                : place.transportKind() == TransportKind.HTTP_SSE && !inBody ? ExpectedStatuses.ACCEPTED : expected;
        if (heard.status() != wanted) {
            problems.add("expected HTTP status " + wanted);
        }
    }

    private Json parse(byte[] message) {
        try {
            return Json.parse(new String(message, UTF_8));
        } catch (JsonException e) {
            problems.add("the answer is not JSON: " + e.getMessage());
            return Json.NULL;
        }
    }
}

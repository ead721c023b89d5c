package dev.tenon.battery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.util.ArrayList;
import java.util.List;

/** Compares what came back with what had to. */
final class Judge {
    private final Place place;
    private final Heard heard;
    private final List<String> problems = new ArrayList<>();
    private final List<Reply> replies = new ArrayList<>();

    private Judge(Place place, Heard heard) {
        this.place = place;
        this.heard = heard;
    }

    /**
     * What a judge found.
     *
     * @param problems empty when all is right
     * @param replies what came, for comparison with other transports
     */
    record Verdict(List<String> problems, List<Reply> replies) {}

    static Verdict judge(Expected expected, Place place, Heard heard) {
        Judge judge = new Judge(place, heard);
        judge.nothingLeaks();
        if (expected instanceof Expected.Answer answer) {
            judge.answer(answer);
        } else if (expected instanceof Expected.Batch batch) {
            judge.batch(batch);
        } else {
            judge.nothing(((Expected.Nothing) expected).kind());
        }
        return new Verdict(
                judge.problems, judge.replies.stream().map(Reply::comparable).toList());
    }

    private void nothingLeaks() {
        for (byte[] message : heard.messages()) {
            Leaks.in(new String(message, UTF_8)).ifPresent(leak -> problems.add("the answer shows \"" + leak + "\""));
        }
    }

    private void answer(Expected.Answer expected) {
        if (heard.messages().size() != 1) {
            problems.add("expected " + expected + " and nothing else");
            return;
        }
        Json message = parsed(heard.messages().get(0));
        status(Statuses.of(expected, place), !heard.body().isEmpty());
        one(message, expected, heard.channel().isEmpty() ? Ids.ABSENT : Ids.unreadable(place.revision()));
    }

    private void one(Json message, Expected.Answer expected, Ids ids) {
        Reply reply = Reply.of(message).orElse(null);
        if (reply == null) {
            problems.add("no response: " + message);
            return;
        }
        replies.add(reply);
        if (!Wanted.fits(expected, reply, ids)) {
            problems.add("expected " + expected + (expected.id() == null ? " (" + ids + ")" : ""));
        }
        if (reply.code() != 0) {
            problems.addAll(Leaks.problemsOf(reply.words()));
        }
    }

    private void batch(Expected.Batch expected) {
        if (heard.messages().size() != 1) {
            problems.add("expected one array of answers and nothing else");
            return;
        }
        status(Statuses.OK, !heard.body().isEmpty());
        List<Json> members = new ArrayList<>(parsed(heard.messages().get(0)).elements());
        for (Expected.Answer answer : expected.answers()) {
            for (int i = 0; i < answer.times(); i++) {
                member(members, answer);
            }
        }
        if (!members.isEmpty()) {
            problems.add("nobody expected " + members);
        }
    }

    private void member(List<Json> members, Expected.Answer expected) {
        Ids ids = Ids.unreadable(place.revision());
        for (Json member : members) {
            if (Reply.of(member).filter(r -> Wanted.fits(expected, r, ids)).isPresent()) {
                members.remove(member);
                one(member, expected, ids);
                return;
            }
        }
        problems.add("expected in the array " + expected);
    }

    private void nothing(Expected.Kind kind) {
        if (!heard.channel().isEmpty()) {
            problems.add("expected no answer to a " + kind);
        }
        status(Statuses.of(kind, place), true);
        boolean refused = heard.status() >= Statuses.BAD_REQUEST;
        for (byte[] message : heard.body()) {
            Reply reply = Reply.of(parsed(message)).orElse(null);
            if (!refused || reply == null || reply.code() == 0 || reply.id() != null) {
                problems.add("a refusal may carry an error without id, and nothing else");
            }
        }
    }

    private void status(int expected, boolean inBody) {
        // HTTP+SSE answers on its stream what it has accepted.
        int wanted = place.carrier() == Carrier.CHANNEL
                ? 0
                : place.carrier() == Carrier.HTTP_SSE && !inBody ? Statuses.ACCEPTED : expected;
        if (heard.status() != wanted) {
            problems.add("expected HTTP status " + wanted);
        }
    }

    private Json parsed(byte[] message) {
        try {
            return Json.parse(new String(message, UTF_8));
        } catch (JsonException e) {
            problems.add("the answer is not JSON: " + e.getMessage());
            return Json.NULL;
        }
    }
}

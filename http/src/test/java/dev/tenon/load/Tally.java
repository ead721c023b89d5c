package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Matches calls and responses: each caller gets the text that it sent, once. */
final class Tally {
    private final Map<String, String> open = new ConcurrentHashMap<>();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger responded = new AtomicInteger();

    /** Records a call before it is made. */
    void asked(String id, String text) {
        if (open.put(id, text) != null) {
            mistakes.add("asked twice: " + id);
        }
    }

    /** Records a response to a call of {@code echo}. */
    void answered(Json response) {
        String id = String.valueOf(response.get("id"));
        String expected = open.remove(id);
        Json result = response.get("result");
        Json content = result == null ? null : result.get("content");
        String got = content == null
                ? response.toString()
                : content.elements().get(0).get("text").string();
        if (expected == null || !expected.equals(got)) {
            mistakes.add("the answer to " + id + " is " + got + ", not " + expected);
        }
        responded.incrementAndGet();
    }

    void check(int calls) {
        assertThat(mistakes).isEmpty();
        assertThat(open).isEmpty();
        assertThat(responded).hasValue(calls);
    }
}

package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Checks that each call gets exactly one response, with the text that it sent. */
final class ResponseChecker {
    private final Map<String, String> pendingTexts = new ConcurrentHashMap<>();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger responseCount = new AtomicInteger();

    /** Records a call before it is made. */
    void recordCall(String id, String text) {
        if (pendingTexts.put(id, text) != null) {
            errors.add("called twice: " + id);
        }
    }

    /** Records a response to a call of {@code echo}. */
    void recordResponse(Json response) {
        String id = String.valueOf(response.get("id"));
        String expected = pendingTexts.remove(id);
        Json result = response.get("result");
        Json content = result == null ? null : result.get("content");
        String actual = content == null
                ? response.toString()
                : content.elements().get(0).get("text").string();
        if (expected == null || !expected.equals(actual)) {
            errors.add("the response to " + id + " is " + actual + ", not " + expected);
        }
        responseCount.incrementAndGet();
    }

    void assertAllAnswered(int calls) {
        assertThat(errors).isEmpty();
        assertThat(pendingTexts).isEmpty();
        assertThat(responseCount).hasValue(calls);
    }
}

package dev.tenon.fuzz;

import dev.tenon.http.SseEvent;
import dev.tenon.http.SseReader;
import dev.tenon.http.SseWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fuzzes the SSE reader: chunk boundaries do not matter, and written events are read as the same events. */
public final class SseReaderTarget {
    private static final int MAX_BYTES = 64;
    private static final int COST = 100;

    private SseReaderTarget() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        SseEventRecorder expected = AllocationLimiter.runBounded(
                input.length, COST, () -> read(input, Math.max(1, input.length), MAX_BYTES));
        FuzzAssertions.assertEqual(read(input, 1, MAX_BYTES), expected, () -> "byte by byte");
        FuzzAssertions.assertEqual(read(input, 7, MAX_BYTES), expected, () -> "in pieces of seven");
        for (SseEvent event : expected.events) {
            byte[] data = event.data();
            FuzzAssertions.assertTrue(data == null || data.length <= MAX_BYTES, () -> "more data than allowed");
            SseEventRecorder actual = read(SseWriter.write(event), 1000, 8 * MAX_BYTES + input.length * 3);
            FuzzAssertions.assertEqual(actual.texts(), List.of(text(event)), () -> "written and read again");
        }
    }

    private static SseEventRecorder read(byte[] input, int chunk, int maxBytes) {
        SseEventRecorder recorder = new SseEventRecorder();
        SseReader reader = new SseReader(maxBytes, recorder);
        for (int from = 0; from < input.length; from += chunk) {
            reader.feed(input, from, Math.min(chunk, input.length - from));
        }
        return recorder;
    }

    private static String text(SseEvent event) {
        return event.name() + '|' + event.id() + '|' + event.retry() + '|' + Arrays.toString(event.data());
    }

    private static final class SseEventRecorder implements SseReader.SseListener {
        private final List<SseEvent> events = new ArrayList<>();
        private int tooLarge;

        @Override
        public void onEvent(SseEvent event) {
            events.add(event);
        }

        @Override
        public void onOversizedEvent() {
            tooLarge++;
        }

        List<String> texts() {
            return events.stream().map(SseReaderTarget::text).toList();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SseEventRecorder that && tooLarge == that.tooLarge && texts().equals(that.texts());
        }

        @Override
        public int hashCode() {
            return texts().hashCode();
        }

        @Override
        public String toString() {
            return texts() + ", " + tooLarge + " too large";
        }
    }
}

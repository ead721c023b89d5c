package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StdioReadingTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(10, 256, 1 << 20, Duration.ofSeconds(5));

    private static RecordingReceiver startReader(InputStream in, ChannelLimits limits) {
        RecordingReceiver receiver = new RecordingReceiver();
        new StdioChannel(in, new ByteArrayOutputStream(), limits).open(receiver);
        return receiver;
    }

    private static RecordingReceiver startReader(String text) {
        return startReader(new ByteArrayInputStream(text.getBytes(UTF_8)), LIMITS);
    }

    @Test
    @Covers("core/stdio/newline-delimited")
    void each_line_is_a_message() throws Exception {
        RecordingReceiver receiver = startReader("{}\n[1]\r\n\"ü\"\n");
        assertThat(receiver.next()).isEqualTo("{}");
        assertThat(receiver.next()).isEqualTo("[1]");
        assertThat(receiver.next()).isEqualTo("\"ü\"");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    void empty_lines_are_skipped() throws Exception {
        RecordingReceiver receiver = startReader("\n\r\n\n{}\n\r\n\n");
        assertThat(receiver.next()).isEqualTo("{}");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    void a_last_line_without_line_feed_is_delivered() throws Exception {
        RecordingReceiver receiver = startReader("{}\n{\"a\":1}");
        assertThat(receiver.next()).isEqualTo("{}");
        assertThat(receiver.next()).isEqualTo("{\"a\":1}");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0123456789\n", "0123456789\r\n", "0123456789", "0123456789\r"})
    void a_line_of_exactly_the_limit_is_delivered(String text) throws Exception {
        RecordingReceiver receiver = startReader(text);
        assertThat(receiver.next()).isEqualTo("0123456789");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0123456789a\n", "0123456789a\r\n", "0123456789ab\n", "0123456789abcdefghijklmnop\r\n"})
    void a_line_beyond_the_limit_is_reported_once_and_the_next_one_read(String text) throws Exception {
        RecordingReceiver receiver = startReader(text + "{}\n" + text + text + "[]\n");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.TOO_LARGE);
        assertThat(receiver.next()).isEqualTo("{}");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.TOO_LARGE);
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.TOO_LARGE);
        assertThat(receiver.next()).isEqualTo("[]");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    void a_stream_without_available_is_read() throws Exception {
        RecordingReceiver receiver = startReader(
                new FilterInputStream(new ByteArrayInputStream("{}\n[]".getBytes(UTF_8))) {
                    @Override
                    public int available() throws IOException {
                        throw new IOException("not known");
                    }
                },
                LIMITS);
        assertThat(receiver.next()).isEqualTo("{}");
        assertThat(receiver.next()).isEqualTo("[]");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    void an_idle_reader_does_not_spin() throws Exception {
        CountDownLatch readStarted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RecordingReceiver receiver = startReader(
                new InputStream() {
                    @Override
                    public int read() throws IOException {
                        readStarted.countDown();
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            throw new InterruptedIOException();
                        }
                        return -1;
                    }
                },
                LIMITS);
        assertThat(readStarted.await(10, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    void all_splits_of_the_stream_result_in_the_same_messages() throws Exception {
        byte[] text = "{}\r\n\n0123456789\r\n0123456789ab\n[]".getBytes(UTF_8);
        for (int first = 0; first <= text.length; first++) {
            for (int second = first; second <= text.length; second++) {
                RecordingReceiver receiver = startReader(splitStream(text, first, second), LIMITS);
                assertThat(receiver.next()).isEqualTo("{}");
                assertThat(receiver.next()).isEqualTo("0123456789");
                assertThat(receiver.next()).isEqualTo(RecordingReceiver.TOO_LARGE);
                assertThat(receiver.next()).isEqualTo("[]");
                assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
            }
        }
    }

    private static InputStream splitStream(byte[] text, int first, int second) {
        InputStream tail = new SequenceInputStream(
                new ByteArrayInputStream(text, first, second - first),
                new ByteArrayInputStream(text, second, text.length - second));
        return new SequenceInputStream(new ByteArrayInputStream(text, 0, first), tail);
    }

    @Test
    void lines_larger_than_a_read_chunk_are_complete() throws Exception {
        String line = "x".repeat(1_000_000);
        ChannelLimits limits = new ChannelLimits(1_000_000, 256, 1 << 20, Duration.ofSeconds(5));
        byte[] text = (line + "\n" + line + "\r\n" + line + "y\n{}\n").getBytes(UTF_8);
        RecordingReceiver receiver = startReader(new ByteArrayInputStream(text), limits);
        assertThat(receiver.next()).isEqualTo(line);
        assertThat(receiver.next()).isEqualTo(line);
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.TOO_LARGE);
        assertThat(receiver.next()).isEqualTo("{}");
    }
}

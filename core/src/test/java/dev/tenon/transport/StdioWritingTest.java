package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StdioWritingTest {
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(20);

    private final PipedOutputStream channelInput = new PipedOutputStream();
    private final RecordingReceiver receiver = new RecordingReceiver();

    private DuplexChannel open(OutputStream out, ChannelLimits limits) throws IOException {
        DuplexChannel channel = new StdioChannel(new PipedInputStream(channelInput), out, limits);
        channel.open(receiver);
        return channel;
    }

    @Test
    void queued_messages_are_sent_before_the_channel_closes() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DuplexChannel channel = open(out, ChannelLimits.DEFAULT);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            channel.enqueueEvenIfFull(("[" + i + "]").getBytes(UTF_8));
            expected.append('[').append(i).append("]\n");
        }
        channel.close();
        assertThat(out.toString(UTF_8)).isEqualTo(expected.toString());
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    @Covers("core/stdio/newline-delimited")
    void line_breaks_between_tokens_become_spaces() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DuplexChannel channel = open(out, ChannelLimits.DEFAULT);
        byte[] message = "{\n\t\"a\":\r\n1}\n".getBytes(UTF_8);
        channel.send(message);
        channel.close();
        assertThat(out.toString(UTF_8)).isEqualTo("{ \t\"a\":  1} \n");
        assertThat(message).as("the message itself").isEqualTo("{\n\t\"a\":\r\n1}\n".getBytes(UTF_8));
    }

    @Test
    void messages_around_the_size_of_the_buffer_arrive_complete() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DuplexChannel channel = open(out, ChannelLimits.DEFAULT);
        StringBuilder expected = new StringBuilder();
        for (int size = StdioChannel.WRITE_BUFFER - 3; size < StdioChannel.WRITE_BUFFER + 3; size++) {
            String message = "x".repeat(size);
            channel.send(message.getBytes(UTF_8));
            expected.append(message).append('\n');
        }
        channel.close();
        assertThat(out.toString(UTF_8)).isEqualTo(expected.toString());
    }

    @Test
    void responses_can_be_sent_after_the_end_of_the_input() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DuplexChannel channel = open(out, ChannelLimits.DEFAULT);
        channelInput.close();
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
        channel.send("{}".getBytes(UTF_8));
        channel.close();
        assertThat(out.toString(UTF_8)).isEqualTo("{}\n");
        assertThat(receiver.closeCount()).isOne();
    }

    @Test
    void a_broken_output_closes_the_channel() throws Exception {
        DuplexChannel channel = open(new BrokenOutput(), ChannelLimits.DEFAULT);
        channel.send("{}".getBytes(UTF_8));
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
        assertThatThrownBy(() -> channel.send("{}".getBytes(UTF_8))).isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void trySend_with_a_full_queue_has_no_effect() throws Exception {
        BlockedOutput out = new BlockedOutput();
        DuplexChannel channel = open(out, new ChannelLimits(100, 3, 1000, Duration.ofSeconds(60)));
        for (int i = 0; i < 3; i++) {
            assertThat(channel.trySend("{}".getBytes(UTF_8))).isTrue();
        }
        assertThat(channel.trySend("{}".getBytes(UTF_8))).isFalse();
        out.unblocked.countDown();
        channel.close();
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
    }

    @Test
    void a_sender_waits_for_a_reader_that_catches_up() throws Exception {
        BlockedOutput out = new BlockedOutput();
        DuplexChannel channel = open(out, new ChannelLimits(100, 3, 1000, Duration.ofSeconds(20)));
        Thread sender = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                channel.send("{}".getBytes(UTF_8));
            }
        });
        sender.start();
        sender.join(200);
        assertThat(sender.isAlive()).as("waits").isTrue();
        sender.interrupt();
        out.unblocked.countDown();
        sender.join();
        channel.close();
        assertThat(out.written.toString(UTF_8)).isEqualTo("{}\n".repeat(50));
    }

    @Test
    void many_threads_send_whole_lines_and_each_keeps_its_order() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        BufferedReader reader = new BufferedReader(new InputStreamReader(new PipedInputStream(out), UTF_8));
        DuplexChannel channel = open(out, new ChannelLimits(100, 8, 1000, Duration.ofSeconds(20)));
        List<Thread> senders = new ArrayList<>();
        for (int s = 0; s < 8; s++) {
            String prefix = s + " ";
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 500; i++) {
                    channel.send((prefix + i).getBytes(UTF_8));
                }
            });
            sender.start();
            senders.add(sender);
        }
        int[] next = new int[8];
        for (int i = 0; i < 8 * 500; i++) {
            String[] line = reader.readLine().split(" ");
            int sender = Integer.parseInt(line[0]);
            assertThat(Integer.parseInt(line[1])).isEqualTo(next[sender]++);
        }
        for (Thread sender : senders) {
            sender.join();
        }
        channel.close();
        assertThat(reader.readLine()).isNull();
    }

    @Test
    void a_blocked_response_does_not_stop_reading() throws Exception {
        BlockedOutput out = new BlockedOutput();
        DuplexChannel channel = new StdioChannel(
                new PipedInputStream(channelInput), out, new ChannelLimits(100, 9, 1000, LONG_TIMEOUT));
        channel.open(echoReceiver(channel));
        for (int i = 0; i < 3; i++) {
            String message = "[" + i + "]";
            channelInput.write((message + "\n").getBytes(UTF_8));
            channelInput.flush();
            assertThat(receiver.next()).isEqualTo(message);
            // The writer thread has started to write.
            Thread.sleep(100);
        }
        out.unblocked.countDown();
        channelInput.close();
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
        channel.close();
        assertThat(out.written.toString(UTF_8)).isEqualTo("[0]\n[1]\n[2]\n");
    }

    @Test
    void responses_of_the_reader_and_other_threads_arrive_complete() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        BufferedReader reader = new BufferedReader(new InputStreamReader(new PipedInputStream(out), UTF_8));
        DuplexChannel channel = new StdioChannel(
                new PipedInputStream(channelInput), out, new ChannelLimits(100, 9, 1000, LONG_TIMEOUT));
        channel.open(echoReceiver(channel));
        int count = 5000;
        Thread other = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                channel.send(("other " + i).getBytes(UTF_8));
            }
        });
        Thread caller = new Thread(() -> {
            try {
                for (int i = 0; i < count; i++) {
                    channelInput.write(("answer " + i + "\n").getBytes(UTF_8));
                    channelInput.flush();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        other.start();
        caller.start();
        Map<String, Integer> next = new HashMap<>();
        for (int i = 0; i < 2 * count; i++) {
            String[] line = reader.readLine().split(" ");
            assertThat(Integer.parseInt(line[1])).isEqualTo(next.merge(line[0], 1, Integer::sum) - 1);
        }
        caller.join();
        other.join();
        channel.close();
        assertThat(reader.readLine()).isNull();
    }

    /** A receiver that echoes each message on the thread that delivers it. */
    private DuplexChannel.MessageReceiver echoReceiver(DuplexChannel channel) {
        return new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                receiver.onMessage(message);
                channel.enqueueEvenIfFull(message);
            }

            @Override
            public boolean pausesReadingWhenFull() {
                return true;
            }

            @Override
            public void onOversizedMessage() {}

            @Override
            public void onClosed() {
                receiver.onClosed();
            }
        };
    }

    @Test
    void a_receiver_that_throws_does_not_close_the_channel() throws Exception {
        DuplexChannel channel = new StdioChannel(
                new PipedInputStream(channelInput), OutputStream.nullOutputStream(), ChannelLimits.DEFAULT);
        channel.open(new DuplexChannel.MessageReceiver() {
            @Override
            public void onMessage(byte[] message) {
                receiver.onMessage(message);
                throw new IllegalStateException("for the test");
            }

            @Override
            public void onOversizedMessage() {}

            @Override
            public void onClosed() {
                receiver.onClosed();
            }
        });
        channelInput.write("[1]\n[2]\n".getBytes(UTF_8));
        channelInput.close();
        assertThat(receiver.next()).isEqualTo("[1]");
        assertThat(receiver.next()).isEqualTo("[2]");
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
        channel.close();
    }

    @Test
    void a_channel_is_opened_once() throws Exception {
        DuplexChannel channel = open(OutputStream.nullOutputStream(), ChannelLimits.DEFAULT);
        assertThatThrownBy(() -> channel.open(receiver)).isInstanceOf(IllegalStateException.class);
        channel.close();
        channel.close();
        assertThat(receiver.next()).isEqualTo(RecordingReceiver.CLOSED);
        assertThat(receiver.isEmpty()).isTrue();
    }

    private static final class BrokenOutput extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
        }
    }

    /** Blocks writes until it is unblocked. */
    private static final class BlockedOutput extends OutputStream {
        final CountDownLatch unblocked = new CountDownLatch(1);
        final ByteArrayOutputStream written = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] b, int from, int length) throws IOException {
            try {
                unblocked.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            written.write(b, from, length);
        }
    }
}

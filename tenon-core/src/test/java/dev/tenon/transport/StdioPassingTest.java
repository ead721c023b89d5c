package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ExecutionContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes by one channel is passed on to another by the thread that reads it, both ways. */
@Timeout(60)
class StdioPassingTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(100_000, 50, 1 << 20, Duration.ofSeconds(20));

    private final List<Socket> sockets = new ArrayList<>();
    private Socket client;
    private Socket server;
    private StdioChannel front;
    private StdioChannel behind;

    @BeforeEach
    void open() throws IOException {
        open(LIMITS);
    }

    private void open(ChannelLimits limits) throws IOException {
        Socket near = pair();
        client = sockets.get(sockets.size() - 1);
        front = new StdioChannel(near.getInputStream(), near.getOutputStream(), limits);
        near = pair();
        server = sockets.get(sockets.size() - 1);
        behind = new StdioChannel(near.getInputStream(), near.getOutputStream(), limits);
        front.open(new Passing(front, behind));
        behind.open(new Passing(behind, front));
    }

    /** One end of a pair of streams; the other is the last of the sockets. */
    private Socket pair() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket far = new Socket(listening.getInetAddress(), listening.getLocalPort());
            Socket near = listening.accept();
            far.setTcpNoDelay(true);
            near.setTcpNoDelay(true);
            sockets.add(near);
            sockets.add(far);
            return near;
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        front.close();
        behind.close();
    }

    /** Passes on what it can; "here" is answered at once, and what finds no room as well. */
    private record Passing(StdioChannel from, StdioChannel to) implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            assertThat(StdioChannel.isReaderThread()).isTrue();
            assertThat(ExecutionContext.current().canBlock()).isFalse();
            String text = new String(message, UTF_8);
            if (text.startsWith("here")) {
                from.enqueue(message);
            } else {
                try {
                    if (!to.trySend(message)) {
                        from.enqueue(("no room " + text.substring(0, Math.min(20, text.length()))).getBytes(UTF_8));
                    }
                } catch (ChannelClosedException e) {
                    from.enqueue(("closed " + text.substring(0, Math.min(20, text.length()))).getBytes(UTF_8));
                }
            }
        }

        @Override
        public void onOversizedMessage() {}

        @Override
        public void onClosed() {}
    }

    private static void say(Socket socket, String text) {
        try {
            socket.getOutputStream().write((text + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    @Test
    void one_after_the_other_gets_there_and_back() throws Exception {
        BufferedReader atServer = reader(server);
        BufferedReader atClient = reader(client);
        for (int i = 0; i < 5000; i++) {
            say(client, "question " + i);
            assertThat(atServer.readLine()).isEqualTo("question " + i);
            say(server, "answer " + i);
            assertThat(atClient.readLine()).isEqualTo("answer " + i);
        }
    }

    @Test
    void many_at_once_get_there_and_back_in_order_among_answers_of_both_sides() throws Exception {
        int many = 20_000;
        Thread echoing = started(() -> {
            BufferedReader atServer = reader(server);
            OutputStream out = server.getOutputStream();
            for (int echoed = 0; echoed < many; ) {
                String line = atServer.readLine();
                if (!line.startsWith("here")) {
                    String more = ++echoed % 7 == 0 ? "\nhere" : "";
                    out.write((line + more + "\n").getBytes(UTF_8));
                }
            }
        });
        int window = 20;
        BufferedReader atClient = reader(client);
        int answered = 0;
        int said = 0;
        int here = 0;
        while (answered < many) {
            while (said < many && said - answered < window) {
                say(client, "q" + said++ + (said % 5 == 0 ? "\nhere" : ""));
                here += said % 5 == 0 ? 1 : 0;
            }
            String line = atClient.readLine();
            if ("here".equals(line)) {
                here--;
            } else {
                assertThat(line).startsWith("q").isEqualTo("q" + answered++);
            }
        }
        while (here-- > 0) {
            assertThat(atClient.readLine()).isEqualTo("here");
        }
        echoing.interrupt();
    }

    @Test
    void a_side_that_reads_nothing_keeps_nobody_from_being_read_and_answered() throws Exception {
        BufferedReader atClient = reader(client);
        Thread asking = started(() -> {
            for (int i = 0; i < 400; i++) {
                say(client, "x".repeat(90_000));
                say(client, "here " + i);
            }
        });
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            String line = atClient.readLine();
            while (line.startsWith("no room")) {
                refused++;
                line = atClient.readLine();
            }
            assertThat(line).isEqualTo("here " + i);
        }
        assertThat(refused).isPositive();
        // A writer counts what it has written after the reader can have read it.
        while (!front.isWritable()) {
            Thread.onSpinWait();
        }
        assertThat(behind.isWritable()).isFalse();
        // And the other way nothing is held up either.
        say(server, "news");
        assertThat(atClient.readLine()).isEqualTo("news");
        asking.join();
        // It is all there when it is read at last.
        BufferedReader atServer = reader(server);
        for (int i = 0; i < 400 - refused; i++) {
            assertThat(atServer.readLine()).isEqualTo("x".repeat(90_000));
        }
        say(client, "again");
        assertThat(atServer.readLine()).isEqualTo("again");
    }

    /** Whoever writes to it is interrupted for it, and had read for others before. */
    @Test
    void a_channel_that_is_given_up_while_it_is_written_takes_no_other_with_it() throws Exception {
        close();
        open(new ChannelLimits(100_000, 50, 1 << 20, Duration.ofSeconds(2)));
        BufferedReader atClient = reader(client);
        for (int i = 0; i < 200; i++) {
            say(client, "x".repeat(90_000));
        }
        String line = atClient.readLine();
        assertThat(line).startsWith("no room");
        assertThatThrownBy(() -> {
                    while (true) {
                        behind.send(new byte[90_000]);
                    }
                })
                .isInstanceOf(ChannelClosedException.class);
        say(client, "here at last");
        while (line.startsWith("no room") || line.startsWith("closed")) {
            line = atClient.readLine();
        }
        assertThat(line).isEqualTo("here at last");
        for (int i = 0; i < 100; i++) {
            say(client, "q" + i);
            assertThat(atClient.readLine()).isEqualTo("closed q" + i);
        }
    }

    @Test
    void a_side_that_ends_while_others_go_on_takes_no_other_with_it() throws Exception {
        BufferedReader atClient = reader(client);
        BufferedReader atServer = reader(server);
        for (int i = 0; i < 50; i++) {
            for (int k = 0; k < 5; k++) {
                say(client, "question");
                assertThat(atServer.readLine()).isEqualTo("question");
                say(server, "answer");
                assertThat(atClient.readLine()).isEqualTo("answer");
            }
            StdioChannel before = behind;
            Socket near = pair();
            Socket old = server;
            server = sockets.get(sockets.size() - 1);
            behind = new StdioChannel(near.getInputStream(), near.getOutputStream(), LIMITS);
            front.close();
            old.close();
            before.close();
            near = pair();
            client = sockets.get(sockets.size() - 1);
            front = new StdioChannel(near.getInputStream(), near.getOutputStream(), LIMITS);
            front.open(new Passing(front, behind));
            behind.open(new Passing(behind, front));
            atServer = reader(server);
            atClient = reader(client);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Thread started(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                // The test has ended, or notices what is missing.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}

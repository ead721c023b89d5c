package dev.tenon.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
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

/** Reader threads of two channels forward messages to each other in both directions. */
@Timeout(60)
class StdioForwardingTest {
    private static final ChannelLimits LIMITS = new ChannelLimits(100_000, 50, 1 << 20, Duration.ofSeconds(20));

    private final List<Socket> sockets = new ArrayList<>();
    private Socket client;
    private Socket server;
    private StdioChannel downstream;
    private StdioChannel upstream;

    @BeforeEach
    void open() throws IOException {
        open(LIMITS);
    }

    private void open(ChannelLimits limits) throws IOException {
        Socket localSocket = openPair();
        client = sockets.get(sockets.size() - 1);
        downstream = new StdioChannel(localSocket.getInputStream(), localSocket.getOutputStream(), limits);
        localSocket = openPair();
        server = sockets.get(sockets.size() - 1);
        upstream = new StdioChannel(localSocket.getInputStream(), localSocket.getOutputStream(), limits);
        downstream.open(new ForwardingReceiver(downstream, upstream));
        upstream.open(new ForwardingReceiver(upstream, downstream));
    }

    /** Returns one side of a connected pair; the other side is the last of the sockets. */
    private Socket openPair() throws IOException {
        try (ServerSocket serverSocket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket remoteSocket = new Socket(serverSocket.getInetAddress(), serverSocket.getLocalPort());
            Socket localSocket = serverSocket.accept();
            remoteSocket.setTcpNoDelay(true);
            localSocket.setTcpNoDelay(true);
            sockets.add(localSocket);
            sockets.add(remoteSocket);
            return localSocket;
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        downstream.close();
        upstream.close();
    }

    /** Echoes messages that start with "here" and forwards others; reports a full or closed channel to the sender. */
    private record ForwardingReceiver(StdioChannel from, StdioChannel to) implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            assertThat(StdioChannel.isReaderThread()).isTrue();
            assertThat(ThreadBlockingContext.current().canBlock()).isFalse();
            String text = new String(message, UTF_8);
            if (text.startsWith("here")) {
                from.enqueueEvenIfFull(message);
            } else {
                try {
                    if (!to.trySend(message)) {
                        from.enqueueEvenIfFull(
                                ("no room " + text.substring(0, Math.min(20, text.length()))).getBytes(UTF_8));
                    }
                } catch (ChannelClosedException e) {
                    from.enqueueEvenIfFull(
                            ("closed " + text.substring(0, Math.min(20, text.length()))).getBytes(UTF_8));
                }
            }
        }

        @Override
        public void onOversizedMessage() {}

        @Override
        public void onClosed() {}
    }

    private static void send(Socket socket, String text) {
        try {
            socket.getOutputStream().write((text + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader openReader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    @Test
    void messages_pass_one_by_one_in_both_directions() throws Exception {
        BufferedReader serverReader = openReader(server);
        BufferedReader clientReader = openReader(client);
        for (int i = 0; i < 5000; i++) {
            send(client, "question " + i);
            assertThat(serverReader.readLine()).isEqualTo("question " + i);
            send(server, "answer " + i);
            assertThat(clientReader.readLine()).isEqualTo("answer " + i);
        }
    }

    @Test
    void concurrent_messages_keep_their_order_in_both_directions() throws Exception {
        int count = 20_000;
        Thread echoThread = startThread(() -> {
            BufferedReader serverReader = openReader(server);
            OutputStream out = server.getOutputStream();
            for (int echoed = 0; echoed < count; ) {
                String line = serverReader.readLine();
                if (!line.startsWith("here")) {
                    String suffix = ++echoed % 7 == 0 ? "\nhere" : "";
                    out.write((line + suffix + "\n").getBytes(UTF_8));
                }
            }
        });
        int window = 20;
        BufferedReader clientReader = openReader(client);
        int received = 0;
        int sent = 0;
        int pendingEchoes = 0;
        while (received < count) {
            while (sent < count && sent - received < window) {
                send(client, "q" + sent++ + (sent % 5 == 0 ? "\nhere" : ""));
                pendingEchoes += sent % 5 == 0 ? 1 : 0;
            }
            String line = clientReader.readLine();
            if ("here".equals(line)) {
                pendingEchoes--;
            } else {
                assertThat(line).startsWith("q").isEqualTo("q" + received++);
            }
        }
        while (pendingEchoes-- > 0) {
            assertThat(clientReader.readLine()).isEqualTo("here");
        }
        echoThread.interrupt();
    }

    @Test
    void a_side_that_reads_nothing_does_not_block_others() throws Exception {
        BufferedReader clientReader = openReader(client);
        Thread senderThread = startThread(() -> {
            for (int i = 0; i < 400; i++) {
                send(client, "x".repeat(90_000));
                send(client, "here " + i);
            }
        });
        int rejected = 0;
        for (int i = 0; i < 400; i++) {
            String line = clientReader.readLine();
            while (line.startsWith("no room")) {
                rejected++;
                line = clientReader.readLine();
            }
            assertThat(line).isEqualTo("here " + i);
        }
        assertThat(rejected).isPositive();
        // The writer updates its counts after the reader may have read the message.
        while (!downstream.isWritable()) {
            Thread.onSpinWait();
        }
        assertThat(upstream.isWritable()).isFalse();
        // The opposite direction is not blocked either.
        send(server, "update");
        assertThat(clientReader.readLine()).isEqualTo("update");
        senderThread.join();
        // All accepted messages arrive when the server finally reads.
        BufferedReader serverReader = openReader(server);
        for (int i = 0; i < 400 - rejected; i++) {
            assertThat(serverReader.readLine()).isEqualTo("x".repeat(90_000));
        }
        send(client, "again");
        assertThat(serverReader.readLine()).isEqualTo("again");
    }

    /**
     * The reader thread that writes to the channel is interrupted by its close, and has read for other channels before.
     */
    @Test
    void closing_a_channel_during_a_write_does_not_close_others() throws Exception {
        close();
        open(new ChannelLimits(100_000, 50, 1 << 20, Duration.ofSeconds(2)));
        BufferedReader clientReader = openReader(client);
        for (int i = 0; i < 200; i++) {
            send(client, "x".repeat(90_000));
        }
        String line = clientReader.readLine();
        assertThat(line).startsWith("no room");
        assertThatThrownBy(() -> {
                    while (true) {
                        upstream.send(new byte[90_000]);
                    }
                })
                .isInstanceOf(ChannelClosedException.class);
        send(client, "here at last");
        while (line.startsWith("no room") || line.startsWith("closed")) {
            line = clientReader.readLine();
        }
        assertThat(line).isEqualTo("here at last");
        for (int i = 0; i < 100; i++) {
            send(client, "q" + i);
            assertThat(clientReader.readLine()).isEqualTo("closed q" + i);
        }
    }

    @Test
    void closing_one_side_does_not_close_others() throws Exception {
        BufferedReader clientReader = openReader(client);
        BufferedReader serverReader = openReader(server);
        for (int i = 0; i < 50; i++) {
            for (int k = 0; k < 5; k++) {
                send(client, "question");
                assertThat(serverReader.readLine()).isEqualTo("question");
                send(server, "answer");
                assertThat(clientReader.readLine()).isEqualTo("answer");
            }
            StdioChannel oldUpstream = upstream;
            Socket localSocket = openPair();
            Socket oldServer = server;
            server = sockets.get(sockets.size() - 1);
            upstream = new StdioChannel(localSocket.getInputStream(), localSocket.getOutputStream(), LIMITS);
            downstream.close();
            oldServer.close();
            oldUpstream.close();
            localSocket = openPair();
            client = sockets.get(sockets.size() - 1);
            downstream = new StdioChannel(localSocket.getInputStream(), localSocket.getOutputStream(), LIMITS);
            downstream.open(new ForwardingReceiver(downstream, upstream));
            upstream.open(new ForwardingReceiver(upstream, downstream));
            serverReader = openReader(server);
            clientReader = openReader(client);
        }
    }

    private interface ThrowingTask {
        void run() throws Exception;
    }

    private static Thread startThread(ThrowingTask task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                // The test has ended, or detects the missing messages.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}

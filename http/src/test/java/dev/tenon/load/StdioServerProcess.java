package dev.tenon.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import dev.tenon.server.Limits;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.DuplexChannel;
import dev.tenon.transport.StdioChannel;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server in its own process, which serves its standard input and output. */
public final class StdioServerProcess implements AutoCloseable {
    private static final String IN_FLIGHT_PROPERTY = "load.inFlight";
    private static final ChannelLimits CHANNEL_LIMITS =
            new ChannelLimits(4 << 20, 256, 1 << 20, Duration.ofSeconds(60));

    private final Process process;
    private final DuplexChannel channel;
    private final BlockingQueue<Json> received = new LinkedBlockingQueue<>();
    private volatile Consumer<Json> receiver = received::add;

    private StdioServerProcess(Process process) {
        this.process = process;
        this.channel = new StdioChannel(process.getInputStream(), process.getOutputStream(), CHANNEL_LIMITS);
    }

    /** Starts a server that accepts 400 concurrent calls; the test prints its standard error. */
    static StdioServerProcess start() throws IOException {
        StdioServerProcess serverProcess = new StdioServerProcess(startProcess("-D" + IN_FLIGHT_PROPERTY + "=400"));
        serverProcess.channel.open(serverProcess.new ForwardingReceiver());
        return serverProcess;
    }

    /** Starts a server whose output is not read. It accepts the default number of concurrent calls. */
    static Process startProcess(String... jvmOptions) throws IOException {
        return startProcess(StdioServerProcess.class, jvmOptions);
    }

    /** Starts a process that runs the main method of that class. */
    static Process startProcess(Class<?> mainClass, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Otherwise a machine without memory would neither work nor end.
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-ea:dev.tenon...");
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", classPath(), mainClass.getName()));
        Process process = new ProcessBuilder(command).start();
        Thread errors = new Thread(() -> copyErrors(process), "server-process-errors");
        errors.setDaemon(true);
        errors.start();
        return process;
    }

    /**
     * Copied and not inherited: a process that outlives the tests must not keep the pipe open that Maven reads to its
     * end.
     */
    private static void copyErrors(Process process) {
        try (InputStream errors = process.getErrorStream()) {
            errors.transferTo(System.err);
        } catch (IOException e) {
            System.err.println("server process: " + e);
        }
    }

    private static String classPath() {
        String fromSurefire = System.getProperty("surefire.test.class.path");
        return fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
    }

    /** Serves until the input ends. */
    public static void main(String[] args) throws InterruptedException {
        Limits limits = Limits.DEFAULT.toBuilder()
                .requestsPerSession(Integer.getInteger(IN_FLIGHT_PROPERTY, Limits.DEFAULT.requestsPerSession()))
                .queue(new Limits.QueueLimits(256, 1 << 20, Duration.ofSeconds(2)))
                .build();
        LoadServer.builder(limits).build().serveStdio();
    }

    /** Sets the receiver of further messages; by default they are queued for {@link #next}. */
    void setReceiver(Consumer<Json> messageReceiver) {
        receiver = messageReceiver;
    }

    void send(String message) {
        channel.send(message.getBytes(UTF_8));
    }

    Json next() throws InterruptedException {
        Json message = received.poll(30, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("No message arrived from the server process");
        }
        return message;
    }

    Json sendAndReceive(String message) throws InterruptedException {
        send(message);
        return next();
    }

    Process process() {
        return process;
    }

    @Override
    public void close() throws InterruptedException {
        channel.close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The server process did not end after its input");
        }
    }

    private final class ForwardingReceiver implements DuplexChannel.MessageReceiver {
        @Override
        public void onMessage(byte[] message) {
            receiver.accept(Json.parse(new String(message, UTF_8)));
        }

        @Override
        public void onOversizedMessage() {
            throw new AssertionError("too large");
        }

        @Override
        public void onClosed() {}
    }
}

package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.condition.OS;

/** The command as a real process, with its three streams. */
final class CliProcess implements AutoCloseable {
    /** Whoever runs the tests may have tokens. */
    private static final Path NO_TOKENS =
            Path.of("target", "no-tokens", "tokens.json").toAbsolutePath();

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Process process;
    private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> err = new LinkedBlockingQueue<>();
    private final List<String> allErr = new ArrayList<>();
    private final List<Thread> readers;

    private CliProcess(List<String> command) {
        this(command, Map.of());
    }

    private CliProcess(List<String> command, Map<String, String> environment) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            // What the terminal of whoever runs the tests is like has no say.
            builder.environment().keySet().removeAll(List.of("COLUMNS", "NO_COLOR"));
            builder.environment().put("TENON_TOKENS", NO_TOKENS.toString());
            builder.environment().put("TENON_APPROVALS", noApprovals().toString());
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        readers = List.of(reader(process.getInputStream(), out), reader(process.getErrorStream(), err));
    }

    /** A place where nothing was approved yet. */
    private static Path noApprovals() {
        return Path.of("target", "approvals", UUID.randomUUID() + ".json").toAbsolutePath();
    }

    /** Starts the command from the classes under test. */
    static CliProcess tenon(String... args) {
        return java(List.of(), args);
    }

    /** The same, which Ctrl-C ends: programs that a shell starts in the background, as the tests may be, ignore it. */
    static CliProcess interruptible(String... args) {
        List<String> command = new ArrayList<>();
        if (OS.LINUX.isCurrentOs()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(program(Main.class, List.of(), args));
        return new CliProcess(command);
    }

    /** The same, with options for the JVM. */
    static CliProcess java(List<String> options, String... args) {
        return new CliProcess(program(Main.class, options, args));
    }

    /** The same, with variables of the environment. */
    static CliProcess with(Map<String, String> environment, String... args) {
        return new CliProcess(program(Main.class, List.of(), args), environment);
    }

    /** What starts a program of the classes under test. */
    static List<String> program(Class<?> main, List<String> options, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-ea:dev.tenon...", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /** Starts the command from the module path. */
    static CliProcess module(String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-ea:dev.tenon...",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--module-path",
                classPath(),
                "--module",
                "dev.tenon.cli/" + Main.class.getName()));
        command.addAll(List.of(args));
        return new CliProcess(command);
    }

    /** Starts any command. */
    static CliProcess of(List<String> command) {
        return new CliProcess(command);
    }

    static String classPath() {
        String fromSurefire = System.getProperty("surefire.test.class.path");
        return fromSurefire == null ? System.getProperty("java.class.path") : fromSurefire + File.pathSeparator;
    }

    private static Thread reader(InputStream stream, BlockingQueue<String> lines) {
        Thread thread = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                in.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException e) {
                lines.add("(the stream broke: " + e.getMessage() + ")");
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void send(String line) throws IOException {
        send((line + "\n").getBytes(UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        process.getOutputStream().write(bytes);
        process.getOutputStream().flush();
    }

    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** The next line of standard output. */
    String line() throws InterruptedException {
        return next(out);
    }

    /** The next line of standard output that holds this. */
    String lineWith(String text) throws InterruptedException {
        String line = line();
        while (!line.contains(text)) {
            line = line();
        }
        return line;
    }

    private String next(BlockingQueue<String> lines) throws InterruptedException {
        String line = lines.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("Nothing more came. Standard error: " + errors());
        }
        return line;
    }

    /** What is left on standard output after the end. */
    List<String> remaining() throws InterruptedException {
        exitCode();
        return List.copyOf(out);
    }

    /**
     * All of standard error so far; after the end, all there is. Left out is what the HTTP library says when the
     * machine was too busy to let it run: that is no message of the command.
     */
    String errors() {
        err.drainTo(allErr);
        return allErr.stream()
                .filter(line -> !line.contains("BlockedThreadChecker"))
                .collect(Collectors.joining("\n"));
    }

    /** Asks the process to end: SIGTERM. */
    void terminate() {
        // Not by the process itself, which would close the streams as well.
        process.toHandle().destroy();
    }

    /** Ends it without asking: SIGKILL. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Ctrl-C: SIGINT. */
    void interrupt() throws IOException, InterruptedException {
        assert new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor()
                == 0;
    }

    /** The processes that it started. */
    List<ProcessHandle> children() {
        return process.children().toList();
    }

    /** Waits for the end. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("It does not end. Standard error: " + errors());
        }
        for (Thread reader : readers) {
            reader.join(PATIENCE.toMillis());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

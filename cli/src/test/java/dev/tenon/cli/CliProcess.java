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
    /** Keeps the tests away from the tokens of the user. */
    private static final Path NO_TOKENS =
            Path.of("target", "no-tokens", "tokens.json").toAbsolutePath();

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

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
            // The tests must not depend on the terminal of the user.
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

    /** Returns a new file without approvals. */
    private static Path noApprovals() {
        return Path.of("target", "approvals", UUID.randomUUID() + ".json").toAbsolutePath();
    }

    /** Starts the command from the classes under test. */
    static CliProcess tenon(String... args) {
        return java(List.of(), args);
    }

    /** Like {@link #tenon}, but reacts to SIGINT, which programs that a shell starts in the background ignore. */
    static CliProcess interruptible(String... args) {
        List<String> command = new ArrayList<>();
        if (OS.LINUX.isCurrentOs()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(program(Main.class, List.of(), args));
        return new CliProcess(command);
    }

    /** Like {@link #tenon}, with options for the JVM. */
    static CliProcess java(List<String> options, String... args) {
        return new CliProcess(program(Main.class, options, args));
    }

    /** Like {@link #tenon}, with environment variables. */
    static CliProcess with(Map<String, String> environment, String... args) {
        return new CliProcess(program(Main.class, List.of(), args), environment);
    }

    /** Returns the command that starts a program from the classes under test. */
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

    /** Returns the next line of standard output. */
    String line() throws InterruptedException {
        return next(out);
    }

    /** Returns the next line of standard output that contains this text. */
    String lineWith(String text) throws InterruptedException {
        String line = line();
        while (!line.contains(text)) {
            line = line();
        }
        return line;
    }

    private String next(BlockingQueue<String> lines) throws InterruptedException {
        String line = lines.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("No further line. Standard error: " + errors());
        }
        return line;
    }

    /** Waits for the exit and returns the remaining lines of standard output. */
    List<String> remaining() throws InterruptedException {
        exitCode();
        return List.copyOf(out);
    }

    /** Returns standard error so far, without the warnings that the HTTP library prints on a busy machine. */
    String errors() {
        err.drainTo(allErr);
        return allErr.stream()
                .filter(line -> !line.contains("BlockedThreadChecker"))
                .collect(Collectors.joining("\n"));
    }

    /** Terminates the process with SIGTERM. */
    void terminate() {
        // Process.destroy() would also close the streams.
        process.toHandle().destroy();
    }

    /** Kills the process with SIGKILL. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Interrupts the process with SIGINT, like Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        assert new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                        .inheritIO()
                        .start()
                        .waitFor()
                == 0;
    }

    /** Returns the child processes. */
    List<ProcessHandle> children() {
        return process.children().toList();
    }

    /** Waits for the exit and returns the exit code. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The process does not exit. Standard error: " + errors());
        }
        for (Thread reader : readers) {
            reader.join(TIMEOUT.toMillis());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}

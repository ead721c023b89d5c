package dev.tenon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures the time from starting a process to its first answer on stdio: of {@code tenon demo --stdio}, and of a bare loop
 * on the same JVM, in turn.
 */
public final class StartTime {
    private static final String REQUEST =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                    + "\"arguments\":{\"text\":\"hi\"},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n";
    private static final int WARM_UPS = 2;

    private StartTime() {}

    /** Arguments: the command, and how many runs (10). */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path command = Path.of(args[0]);
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> tenon = List.of(command.toString(), "demo", "--stdio");
        List<String> bare = List.of(
                java, "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), BareLoop.class.getName());
        List<Double> tenonTimes = new ArrayList<>();
        List<Double> bareTimes = new ArrayList<>();
        for (int i = 0; i < runs + WARM_UPS; i++) {
            double one = firstAnswer(tenon, System.getProperty("java.home"));
            double other = firstAnswer(bare, System.getProperty("java.home"));
            if (i >= WARM_UPS) {
                tenonTimes.add(one);
                bareTimes.add(other);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "Start to first answer on stdio, JDK %s, %d runs in turn (ms: min, median, max)%n",
                System.getProperty("java.version"),
                runs);
        print("tenon demo --stdio", tenonTimes);
        print("bare loop with Jackson", bareTimes);
        System.out.printf(Locale.ROOT, "%-24s %.2f%n", "ratio of medians", median(tenonTimes) / median(bareTimes));
    }

    /** Starts the command, asks once, and returns the milliseconds until the answer; then ends it by closing its input. */
    static double firstAnswer(List<String> command, String jdk) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", jdk);
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream();
                BufferedReader out =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            in.write(REQUEST.getBytes(StandardCharsets.UTF_8));
            in.flush();
            String answer = out.readLine();
            double millis = (System.nanoTime() - begin) / 1e6;
            if (answer == null || !answer.contains("\"result\"")) {
                throw new IllegalStateException("No result from " + String.join(" ", command) + ": " + answer);
            }
            return millis;
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static void print(String what, List<Double> times) {
        List<Double> sorted = times.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%-24s %6.0f %6.0f %6.0f%n",
                what,
                sorted.get(0),
                median(times),
                sorted.get(sorted.size() - 1));
    }

    private static double median(List<Double> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }
}

package dev.tenon.bench;

import dev.tenon.bench.load.Calls;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Measures what the guard costs: calls of one tool with and without it, in turn, over HTTP and over stdio. The guard checks as it does
 * unless told otherwise: the gate, arguments against schemas, texts against what hides in them.
 */
public final class GuardCost {
    private static final int ROUNDS = 5;
    private static final int WARM_UP = 3000;
    private static final double HUNDRED_THOUSAND = 1e5;

    private final String tenon;
    private final int calls;

    private GuardCost(String tenon, int calls) {
        this.tenon = tenon;
        this.calls = calls;
    }

    /** Arguments: the command, and how many calls in a round. */
    public static void main(String[] args) {
        GuardCost cost = new GuardCost(args[0], Integer.parseInt(args[1]));
        System.out.printf(
                Locale.ROOT,
                "Calls of echo, one after the other, %d rounds of %d in turn, JDK %s, %d processors%n",
                ROUNDS,
                cost.calls,
                System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
        System.out.printf("%-8s %-10s %12s %12s %24s%n", "", "", "median us", "99 % us", "CPU s / 100,000 calls");
        cost.http();
        cost.stdio();
    }

    private void http() {
        List<String> demo = List.of(tenon, "demo", "--http", "127.0.0.1:0");
        List<String> guard = List.of(tenon, "guard", "--http", "127.0.0.1:0", "--upstream", "URL");
        compare("http", () -> Peer.http(List.of(demo)), () -> Peer.http(List.of(demo, guard)));
    }

    private void stdio() {
        compare(
                "stdio",
                () -> Peer.stdio(List.of(tenon, "demo", "--stdio")),
                () -> Peer.stdio(List.of(tenon, "guard", "--yes", "--", tenon, "demo", "--stdio")));
    }

    /** What was seen of one way to a server. */
    private static final class Way {
        private final Calls calls;
        private Duration processor = Duration.ZERO;

        Way() {
            calls = new Calls();
        }

        double processorSeconds() {
            return processor.toNanos() / 1e9 / calls.count() * HUNDRED_THOUSAND;
        }
    }

    private void compare(String transport, Supplier<Peer> bare, Supplier<Peer> guarded) {
        Way without = new Way();
        Way with = new Way();
        measure(bare, guarded, without, with);
        print(transport, "bare", without);
        print(transport, "guarded", with);
        System.out.printf(
                Locale.ROOT,
                "%-8s %-10s %12.0f %12.0f %24.2f%n",
                transport,
                "added",
                with.calls.percentile(0.5) - without.calls.percentile(0.5),
                with.calls.percentile(0.99) - without.calls.percentile(0.99),
                with.processorSeconds() - without.processorSeconds());
    }

    /** Both live all the time, and are called in turn, so that what else the machine does meets both. */
    private void measure(Supplier<Peer> bare, Supplier<Peer> guarded, Way without, Way with) {
        try (Peer one = bare.get();
                Peer other = guarded.get()) {
            one.call(WARM_UP, new Calls());
            other.call(WARM_UP, new Calls());
            for (int round = 0; round < ROUNDS; round++) {
                without.processor = without.processor.plus(called(one, without));
                with.processor = with.processor.plus(called(other, with));
            }
        }
    }

    private Duration called(Peer peer, Way way) {
        Duration before = peer.processorTime();
        peer.call(calls, way.calls);
        return peer.processorTime().minus(before);
    }

    private static void print(String transport, String what, Way way) {
        System.out.printf(
                Locale.ROOT,
                "%-8s %-10s %12.0f %12.0f %24.2f%n",
                transport,
                what,
                way.calls.percentile(0.5),
                way.calls.percentile(0.99),
                way.processorSeconds());
    }
}

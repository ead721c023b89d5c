package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.coverage.Covers;
import dev.tenon.coverage.support.CaseSampler;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The short run: every seed, and a number of changed seeds that the same seed number makes again, ten times as many in
 * an exhaustive run. {@code
 * -Dfuzz.seed=NUMBER} tries others; {@code fuzz/run} goes on for as long as one likes.
 */
class FuzzTest {
    private static final long SEED = Long.getLong("fuzz.seed", 20_260_728L);

    private static final int TIMES = CaseSampler.chooseSize(1, 10);

    /** Only for machines that are very slow: everywhere else the number of inputs decides. */
    private static final long LONGEST_NANOS = 20_000_000_000L * TIMES;

    @ParameterizedTest
    @EnumSource
    @Covers("core/jsonrpc/parse-error")
    void every_seed_holds(FuzzTarget target) throws Exception {
        for (Map.Entry<String, byte[]> seed : SeedCorpus.load(target).entrySet()) {
            run(target, seed.getValue(), "the seed " + seed.getKey());
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_changed_seed_holds(FuzzTarget target) throws Exception {
        InputMutator mutations =
                new InputMutator(SEED, List.copyOf(SeedCorpus.load(target).values()));
        long start = System.nanoTime();
        int inputs = 0;
        while (inputs < target.inputs() * TIMES && System.nanoTime() - start < LONGEST_NANOS) {
            run(target, mutations.next(), "input " + inputs + " of -Dfuzz.seed=" + SEED);
            inputs++;
        }
        System.out.printf(
                "fuzz: %s, -Dfuzz.seed=%d, %d inputs in %d ms%n",
                target.corpus(), SEED, inputs, (System.nanoTime() - start) / 1_000_000);
    }

    private static void run(FuzzTarget target, byte[] input, String name) {
        try {
            target.property().holdsFor(input.clone());
        } catch (Throwable failure) {
            throw new AssertionError(
                    target.corpus() + ": " + name + " fails: " + failure + "\nText: " + new String(input, UTF_8)
                            + "\nBase64: " + Base64.getEncoder().encodeToString(input),
                    failure);
        }
    }
}

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
 * Short fuzzing: every seed, and a number of mutated seeds that are reproducible by the seed number, ten times as many
 * in the profile {@code exhaustive}. {@code -Dfuzz.seed=NUMBER} tries other inputs; {@code fuzz/run} fuzzes for any
 * time.
 */
class FuzzTest {
    private static final long SEED = Long.getLong("fuzz.seed", 20_260_728L);

    private static final int FACTOR = CaseSampler.chooseSize(1, 10);

    /** For very slow machines only; otherwise the number of inputs is the limit. */
    private static final long MAX_NANOS = 20_000_000_000L * FACTOR;

    @ParameterizedTest
    @EnumSource
    @Covers("core/jsonrpc/parse-error")
    void the_property_holds_for_every_seed(FuzzTarget target) throws Exception {
        for (Map.Entry<String, byte[]> seed : SeedCorpus.load(target).entrySet()) {
            run(target, seed.getValue(), "the seed " + seed.getKey());
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_property_holds_for_mutated_seeds(FuzzTarget target) throws Exception {
        InputMutator mutator =
                new InputMutator(SEED, List.copyOf(SeedCorpus.load(target).values()));
        long start = System.nanoTime();
        int inputs = 0;
        while (inputs < target.inputs() * FACTOR && System.nanoTime() - start < MAX_NANOS) {
            run(target, mutator.next(), "input " + inputs + " of -Dfuzz.seed=" + SEED);
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

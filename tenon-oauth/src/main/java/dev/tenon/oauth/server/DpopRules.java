package dev.tenon.oauth.server;

import dev.tenon.server.StateKeys;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How callers prove that a token is theirs (RFC 9449). A token that is bound to a key is never taken without a proof, whatever
 * stands here.
 *
 * @param required whether tokens that are bound to no key are refused
 * @param algorithms the algorithms of proofs
 * @param proofAge how old a proof may be; so long is remembered which ones were used
 * @param mostProofs how many proofs are remembered, of which one key may have half; beyond, callers are told to come back later
 * @param nonces whether a proof has to carry a nonce of this server, which shows that it was not made long before
 * @param nonceAge how old a nonce may be
 * @param nonceKeys what nonces are made by: the same for all nodes of one service
 */
public record DpopRules(
        boolean required,
        Set<String> algorithms,
        Duration proofAge,
        int mostProofs,
        boolean nonces,
        Duration nonceAge,
        @Nullable StateKeys nonceKeys) {
    /** Bound tokens by proof, others without; proofs of at most a minute, 100,000 of them remembered; no nonces. */
    public static final DpopRules DEFAULT =
            new DpopRules(false, Algorithms.ALL, Duration.ofMinutes(1), 100_000, false, Duration.ofMinutes(5), null);

    public DpopRules {
        algorithms = Algorithms.of(algorithms);
        if (proofAge.toSeconds() < 1 || nonceAge.toSeconds() < 1 || mostProofs < 2) {
            throw new IllegalArgumentException("Times are at least a second, and at least two proofs are remembered");
        }
    }

    /** The same, but no token is taken without a proof. */
    public DpopRules withRequired() {
        return new DpopRules(true, algorithms, proofAge, mostProofs, nonces, nonceAge, nonceKeys);
    }

    /**
     * The same with proofs by these algorithms only.
     *
     * @throws IllegalArgumentException when one is not known here
     */
    public DpopRules withAlgorithms(String... names) {
        return new DpopRules(required, Set.of(names), proofAge, mostProofs, nonces, nonceAge, nonceKeys);
    }

    /** The same with proofs of at most that age. */
    public DpopRules withProofAge(Duration longest) {
        return new DpopRules(required, algorithms, longest, mostProofs, nonces, nonceAge, nonceKeys);
    }

    /** The same with so many proofs remembered. */
    public DpopRules withMostProofs(int most) {
        return new DpopRules(required, algorithms, proofAge, most, nonces, nonceAge, nonceKeys);
    }

    /** The same, but every proof has to carry a nonce of this server of at most that age. */
    public DpopRules withNonces(Duration longest) {
        return new DpopRules(required, algorithms, proofAge, mostProofs, true, longest, nonceKeys);
    }

    /** The same with nonces that all nodes take that have these keys; by default each node takes its own only. */
    public DpopRules withNonceKeys(StateKeys keys) {
        return new DpopRules(required, algorithms, proofAge, mostProofs, nonces, nonceAge, keys);
    }
}

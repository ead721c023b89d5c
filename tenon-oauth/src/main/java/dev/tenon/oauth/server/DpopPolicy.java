package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.SignatureAlgorithms;
import dev.tenon.server.StateEncryptionKeys;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How callers prove that a token is theirs (RFC 9449). A token that is bound to a key is never taken without a proof,
 * whatever stands here.
 *
 * @param required whether tokens that are bound to no key are refused
 * @param algorithms the algorithms of proofs
 * @param maxProofAge how old a proof may be; so long is remembered which ones were used
 * @param maxRememberedProofs how many proofs are remembered, of which one key may have half; beyond, callers are told
 *     to come back later
 * @param requiresNonce whether a proof has to carry a nonce of this server, which shows that it was not made long
 *     before
 * @param maxNonceAge how old a nonce may be
 * @param nonceKeys what nonces are made by: the same for all nodes of one service
 */
public record DpopPolicy(
        boolean required,
        Set<String> algorithms,
        Duration maxProofAge,
        int maxRememberedProofs,
        boolean requiresNonce,
        Duration maxNonceAge,
        @Nullable StateEncryptionKeys nonceKeys) {
    /** Bound tokens by proof, others without; proofs of at most a minute, 100,000 of them remembered; no nonces. */
    public static final DpopPolicy DEFAULT = new DpopPolicy(
            false, SignatureAlgorithms.ALL, Duration.ofMinutes(1), 100_000, false, Duration.ofMinutes(5), null);

    public DpopPolicy {
        algorithms = SignatureAlgorithms.requireSupported(algorithms);
        if (maxProofAge.toSeconds() < 1 || maxNonceAge.toSeconds() < 1 || maxRememberedProofs < 2) {
            throw new IllegalArgumentException("Times are at least a second, and at least two proofs are remembered");
        }
    }

    /** The same, but no token is taken without a proof. */
    public DpopPolicy withRequired() {
        return new DpopPolicy(
                true, algorithms, maxProofAge, maxRememberedProofs, requiresNonce, maxNonceAge, nonceKeys);
    }

    /**
     * The same with proofs by these algorithms only.
     *
     * @throws IllegalArgumentException when one is not known here
     */
    public DpopPolicy withAlgorithms(String... names) {
        return new DpopPolicy(
                required, Set.of(names), maxProofAge, maxRememberedProofs, requiresNonce, maxNonceAge, nonceKeys);
    }

    /** The same with proofs of at most that age. */
    public DpopPolicy withMaxProofAge(Duration longest) {
        return new DpopPolicy(
                required, algorithms, longest, maxRememberedProofs, requiresNonce, maxNonceAge, nonceKeys);
    }

    /** The same with so many proofs remembered. */
    public DpopPolicy withMaxRememberedProofs(int most) {
        return new DpopPolicy(required, algorithms, maxProofAge, most, requiresNonce, maxNonceAge, nonceKeys);
    }

    /** The same, but every proof has to carry a nonce of this server of at most that age. */
    public DpopPolicy withNonces(Duration longest) {
        return new DpopPolicy(required, algorithms, maxProofAge, maxRememberedProofs, true, longest, nonceKeys);
    }

    /** The same with nonces that all nodes take that have these keys; by default each node takes its own only. */
    public DpopPolicy withNonceKeys(StateEncryptionKeys keys) {
        return new DpopPolicy(required, algorithms, maxProofAge, maxRememberedProofs, requiresNonce, maxNonceAge, keys);
    }
}

package dev.tenon.oauth.server;

import java.util.List;
import java.util.StringJoiner;

/** Several verifiers, of which one has to accept. */
record FirstOf(List<TokenVerifier> verifiers) implements TokenVerifier {
    FirstOf {
        if (verifiers.isEmpty()) {
            throw new IllegalArgumentException("Name at least one verifier");
        }
    }

    @Override
    public VerifiedToken verify(String token) {
        StringJoiner reasons = new StringJoiner("; ");
        VerifierUnavailableException unavailable = null;
        for (TokenVerifier verifier : verifiers) {
            try {
                return verifier.verify(token);
            } catch (InvalidTokenException e) {
                reasons.add(e.reason());
            } catch (VerifierUnavailableException e) {
                unavailable = e;
            }
        }
        throw unavailable == null ? new InvalidTokenException(reasons.toString()) : unavailable;
    }
}

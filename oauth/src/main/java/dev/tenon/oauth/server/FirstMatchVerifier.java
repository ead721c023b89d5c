package dev.tenon.oauth.server;

import java.util.List;
import java.util.StringJoiner;

/** Tries several verifiers until one accepts the token. */
record FirstMatchVerifier(List<TokenVerifier> verifiers) implements TokenVerifier {
    FirstMatchVerifier {
        if (verifiers.isEmpty()) {
            throw new IllegalArgumentException("At least one verifier is required");
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

package dev.tenon.oauth.server.internal;

import dev.tenon.oauth.server.InvalidTokenException;
import dev.tenon.oauth.server.TokenVerifier;
import dev.tenon.oauth.server.VerifiedToken;
import dev.tenon.oauth.server.VerifierUnavailableException;
import java.util.List;
import java.util.StringJoiner;

/** Tries several verifiers until one accepts the token. */
public record FirstMatchVerifier(List<TokenVerifier> verifiers) implements TokenVerifier {
    public FirstMatchVerifier {
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

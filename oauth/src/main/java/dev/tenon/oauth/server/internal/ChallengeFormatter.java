package dev.tenon.oauth.server.internal;

import java.util.Collection;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Formats challenges for rejected requests (RFC 6750, section 3; RFC 9728, section 5.1; RFC 9449, section 7.1). They
 * contain the kind of error, the required scopes and the URL of the metadata, but never the reason.
 *
 * @param metadataUrl the URL of the metadata, or null without metadata
 * @param acceptsBearer whether tokens that are not bound to a key are accepted
 * @param dpopAlgorithms the algorithms of proofs, separated by spaces, or null if proofs are not supported
 */
public record ChallengeFormatter(
        @Nullable String metadataUrl,
        boolean acceptsBearer,
        @Nullable String dpopAlgorithms) {
    /**
     * Returns the value of {@code WWW-Authenticate}.
     *
     * @param usesDpop whether the request contained a proof, or should have
     * @param error the error code of the RFCs, or null for a request without a token
     */
    public String format(boolean usesDpop, @Nullable String error, Collection<String> scopes) {
        StringJoiner parameters = new StringJoiner(", ", " ", "").setEmptyValue("");
        if (error != null) {
            parameters.add("error=\"" + error + '"');
        }
        if (metadataUrl != null) {
            parameters.add("resource_metadata=\"" + metadataUrl + '"');
        }
        if (!scopes.isEmpty()) {
            parameters.add("scope=\"" + String.join(" ", new TreeSet<>(scopes)) + '"');
        }
        String scheme = "Bearer";
        if (dpopAlgorithms != null && (usesDpop || !acceptsBearer)) {
            scheme = "DPoP";
            parameters.add("algs=\"" + dpopAlgorithms + '"');
        }
        return scheme + parameters;
    }
}

package dev.tenon.oauth.server.internal;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a caller is told who is not let in (RFC 6750, section 3; RFC 9728, section 5.1; RFC 9449, section 7.1): the kind
 * of the problem, what is needed, and where to get it. Never the reason.
 *
 * @param metadataUrl the address of its metadata, or null where it has none
 * @param acceptsBearer whether tokens that are bound to no key are taken
 * @param dpopAlgorithms the algorithms of proofs, separated by spaces, or null where no proofs are taken
 */
public record ChallengeFormatter(
        @Nullable String metadataUrl,
        boolean acceptsBearer,
        @Nullable String dpopAlgorithms) {
    /**
     * The value of {@code WWW-Authenticate}.
     *
     * @param proven whether the caller came with a proof, or should have
     * @param error an error of the RFCs, or null when the caller brought nothing that could be wrong
     */
    public String format(boolean proven, @Nullable String error, Collection<String> scopes) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (error != null) {
            parameters.put("error", error);
        }
        if (metadataUrl != null) {
            parameters.put("resource_metadata", metadataUrl);
        }
        if (!scopes.isEmpty()) {
            parameters.put("scope", String.join(" ", new TreeSet<>(scopes)));
        }
        if (dpopAlgorithms == null || acceptsBearer && !proven) {
            return "Bearer" + formatParameters(parameters);
        }
        parameters.put("algs", dpopAlgorithms);
        return "DPoP" + formatParameters(parameters);
    }

    private static String formatParameters(Map<String, String> parameters) {
        String joined = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=\"" + parameter.getValue() + '"')
                .collect(Collectors.joining(", "));
        return joined.isEmpty() ? "" : " " + joined;
    }
}

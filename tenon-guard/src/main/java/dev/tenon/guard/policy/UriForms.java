package dev.tenon.guard.policy;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The ways in which a server may read a URI: as it is, decoded, with the dots of its path resolved, without the host that
 * means this machine. What is denied is denied in any of them; what is allowed has to be allowed in all.
 */
final class UriForms {
    private UriForms() {}

    static List<String> of(String uri) {
        Set<String> forms = new LinkedHashSet<>();
        forms.add(uri);
        for (String spelling : Spellings.of(uri)) {
            forms.add(spelling);
            forms.add(normal(spelling));
        }
        return new ArrayList<>(forms);
    }

    private static String normal(String spelling) {
        String uri = spelling.replace('\\', '/');
        int scheme = uri.indexOf("://");
        if (scheme < 0) {
            return opaque(uri);
        }
        int slash = uri.indexOf('/', scheme + 3);
        String start = slash < 0 ? uri : uri.substring(0, slash);
        String plain = start.toLowerCase(Locale.ROOT);
        if (plain.startsWith("file:") || plain.startsWith("http:") || plain.startsWith("https:")) {
            start = plain;
        }
        if (start.equals("file://localhost") || start.equals("file://127.0.0.1")) {
            start = "file://";
        }
        return slash < 0 ? start : start + Dots.resolved(uri.substring(slash));
    }

    private static String opaque(String uri) {
        try {
            URI read = new URI(uri);
            boolean file = "file".equalsIgnoreCase(read.getScheme()) && read.getPath() != null;
            return file ? "file://" + Dots.resolved(read.getPath()) : uri;
        } catch (URISyntaxException e) {
            return uri;
        }
    }
}

package dev.tenon.oauth.client.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads {@code WWW-Authenticate}: several challenges may be in one value, and one in several. What is no challenge is left out. */
final class Challenges {
    private static final int MOST_CHARS = 16 << 10;

    private final String text;
    private int at;

    private Challenges(String text) {
        this.text = text;
    }

    /** All challenges of these values. */
    static List<Challenge> parse(List<String> values) {
        String all = String.join(", ", values);
        return new Challenges(all.substring(0, Math.min(all.length(), MOST_CHARS))).all();
    }

    private List<Challenge> all() {
        List<Challenge> found = new ArrayList<>();
        Map<String, String> params = new LinkedHashMap<>();
        while (at < text.length()) {
            skip(" \t,");
            int start = at;
            String word = token();
            if (word.isEmpty()) {
                at++;
                continue;
            }
            skip(" \t");
            if (at < text.length() && text.charAt(at) == '=' && at > start) {
                at++;
                skip(" \t");
                params.putIfAbsent(word.toLowerCase(Locale.ROOT), value());
            } else {
                params = new LinkedHashMap<>();
                found.add(new Challenge(word.toLowerCase(Locale.ROOT), params));
            }
        }
        return found;
    }

    private void skip(String these) {
        while (at < text.length() && these.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private String token() {
        int start = at;
        while (at < text.length() && isTokenChar(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private static boolean isTokenChar(char c) {
        return c > ' ' && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
    }

    private String value() {
        if (at >= text.length() || text.charAt(at) != '"') {
            int start = at;
            while (at < text.length() && ", \t".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at);
        }
        StringBuilder quoted = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            quoted.append(text.charAt(at));
        }
        at++;
        return quoted.toString();
    }
}

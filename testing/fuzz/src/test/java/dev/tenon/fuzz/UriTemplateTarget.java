package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.uri.UriTemplate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fuzzes URI templates: the first line of an input is a template, the rest a URI. Parsing and matching have a limited
 * cost.
 */
public final class UriTemplateTarget {
    private static final int COST = 20_000;

    private UriTemplateTarget() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, UTF_8);
        int end = text.indexOf('\n');
        UriTemplate template = parse(end < 0 ? text : text.substring(0, end));
        String uri = end < 0 ? text : text.substring(end + 1);
        if (template == null) {
            return;
        }
        AllocationLimiter.runBounded(input.length, COST, () -> template.match(uri))
                .ifPresent(found -> {
                    FuzzAssertions.assertTrue(
                            template.variables().containsAll(found.keySet()), () -> "unknown variables");
                    template.expand(found);
                });
        template.expand(Map.of());
    }

    private static @Nullable UriTemplate parse(String text) {
        try {
            return UriTemplate.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

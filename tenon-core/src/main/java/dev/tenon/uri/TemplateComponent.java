package dev.tenon.uri;

import java.util.List;
import java.util.Map;

/** A literal or an expression of a template. */
interface TemplateComponent {
    /** Appends what becomes of the piece with these values. */
    void expand(Map<String, String> values, StringBuilder out);

    /** Adds what stands for the piece in a URI. */
    void addMatchers(List<UriPartMatcher> parts);
}

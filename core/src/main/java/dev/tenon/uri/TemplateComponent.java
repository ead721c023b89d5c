package dev.tenon.uri;

import java.util.List;
import java.util.Map;

/** A literal or an expression of a template. */
interface TemplateComponent {
    /** Appends the expansion of this component with the values. */
    void expand(Map<String, String> values, StringBuilder out);

    /** Returns the matchers of this component. */
    List<UriPartMatcher> matchers();
}

package dev.tenon.guard.content;

import java.util.List;

/** Detects one kind of content in a text, in time proportional to its length. */
public interface TextDetector {
    /**
     * Returns the matches, in the order of the text and without overlaps; empty if there are none. Only the matches of
     * {@link PromptInjectionDetector} may overlap or be in another order.
     */
    List<TextMatch> find(String text);

    /**
     * Returns whether any of the texts in a JSON value may contain a match; false only if none does. Called with the
     * JSON before its texts are extracted one by one.
     *
     * @param json the JSON without escapes, so that each text occurs in it unchanged
     */
    boolean mayMatch(String json);
}

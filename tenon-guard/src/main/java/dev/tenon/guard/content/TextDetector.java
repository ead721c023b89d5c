package dev.tenon.guard.content;

import java.util.List;

/** Finds one kind of thing in a text, in time that grows with the length of the text. */
public interface TextDetector {
    /** What was found, in the order of the text, without overlaps. */
    List<TextMatch> find(String text);

    /**
     * Whether something may be found in one of the texts of a JSON text without escapes, in which each stands as it is;
     * false only when there is nothing. Asked before all of them are taken out of it, one by one.
     */
    boolean mayMatch(String json);
}

package dev.tenon.guard.content;

import java.util.List;

/** Finds one kind of thing in a text, in time that grows with the length of the text. */
public interface TextRule {
    /** What was found, in the order of the text, without overlaps. */
    List<Span> find(String text);
}

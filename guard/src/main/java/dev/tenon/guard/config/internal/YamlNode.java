package dev.tenon.guard.config.internal;

import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;

/** A value in a YAML file, with the line on which it begins. */
public sealed interface YamlNode {
    /** Returns the line on which the value begins, from 1. */
    int line();

    /** A scalar: text, or a JSON literal or number. */
    record YamlScalar(int line, String text, Json json) implements YamlNode {}

    /** A list. */
    record YamlSequence(int line, List<YamlNode> items) implements YamlNode {}

    /** A mapping, in the order of the file. */
    record YamlMapping(int line, Map<String, YamlField> entries) implements YamlNode {}

    /** A field of a mapping. */
    record YamlField(int line, YamlNode value) {}
}

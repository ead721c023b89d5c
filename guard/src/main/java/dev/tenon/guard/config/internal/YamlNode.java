package dev.tenon.guard.config.internal;

import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;

/** A value in a YAML file, with the line on which it begins. */
public sealed interface YamlNode {
    /** Returns the line on which the value begins, from 1. */
    int line();

    /** Returns the name of its kind in messages. */
    String kindName();

    /** A scalar: text, or a JSON literal or number. */
    record YamlScalar(int line, String text, Json json) implements YamlNode {
        @Override
        public String kindName() {
            return json.kind().displayName().equals("string")
                    ? "text"
                    : json.kind().displayName();
        }
    }

    /** A list. */
    record YamlSequence(int line, List<YamlNode> items) implements YamlNode {
        public YamlSequence {
            items = List.copyOf(items);
        }

        @Override
        public String kindName() {
            return "a list";
        }
    }

    /** A mapping, in the order of the file. */
    record YamlMapping(int line, Map<String, YamlField> entries) implements YamlNode {
        @Override
        public String kindName() {
            return "a mapping";
        }
    }

    /** A field of a mapping. */
    record YamlField(int line, YamlNode value) {}
}

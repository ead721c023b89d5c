package dev.tenon.guard.config;

import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;

/** A value in a YAML file, with the line it begins on. */
sealed interface Yaml {
    /** Where it begins, from 1. */
    int line();

    /** The word for its kind in messages. */
    String word();

    /** A scalar: text, or one of the words of JSON. */
    record Scalar(int line, String text, Json json) implements Yaml {
        @Override
        public String word() {
            return json.kind().word().equals("string") ? "text" : json.kind().word();
        }
    }

    /** A list. */
    record Items(int line, List<Yaml> items) implements Yaml {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String word() {
            return "a list";
        }
    }

    /** A mapping, in the order of the file. */
    record Entries(int line, Map<String, Entry> entries) implements Yaml {
        @Override
        public String word() {
            return "a mapping";
        }
    }

    /** One line of a mapping. */
    record Entry(int line, Yaml value) {}
}

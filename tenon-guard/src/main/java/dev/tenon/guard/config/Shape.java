package dev.tenon.guard.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a value of the configuration looks like. The reader's checks and the published JSON Schema are both made of this one
 * description, and so cannot differ.
 */
sealed interface Shape {
    /** What is expected, for a message: it goes on after "must be". */
    String expected();

    /** Text that fits a pattern. */
    record Text(String expected, Pattern pattern) implements Shape {}

    /** One of some words. */
    record Word(List<String> words) implements Shape {
        @Override
        public String expected() {
            return "one of " + String.join(", ", words);
        }
    }

    /** A whole number within bounds. */
    record Whole(long least, long most) implements Shape {
        @Override
        public String expected() {
            return "a whole number from " + least + " to " + most;
        }
    }

    /** Any number. */
    record Decimal() implements Shape {
        @Override
        public String expected() {
            return "a number";
        }
    }

    /** True or false. */
    record Flag() implements Shape {
        @Override
        public String expected() {
            return "true or false";
        }
    }

    /** A list. */
    record Listed(Shape element, int least) implements Shape {
        @Override
        public String expected() {
            return least == 0 ? "a list" : "a list that is not empty";
        }
    }

    /** A mapping with names that the user chooses, which fit a pattern. */
    record Named(Shape value, String nameExpected, Pattern names, int least) implements Shape {
        @Override
        public String expected() {
            return least == 0 ? "a mapping of names" : "a mapping of names that is not empty";
        }
    }

    /** A mapping with fields that are known; of some exactly one has to be there. */
    record Fields(String what, List<Field> fields, List<String> exactlyOne) implements Shape {
        public Fields {
            fields = List.copyOf(fields);
            exactlyOne = List.copyOf(exactlyOne);
        }

        @Override
        public String expected() {
            return "a mapping, " + what;
        }

        static Fields of(String what, Field... fields) {
            return new Fields(what, List.of(fields), List.of());
        }

        /** Of these fields, there has to be exactly one. */
        Fields exactlyOneOf(String... names) {
            return new Fields(what, fields, List.of(names));
        }
    }

    /** The short form as text, or the long form as a mapping. */
    record Either(Text brief, Fields full) implements Shape {
        @Override
        public String expected() {
            return brief.expected() + ", or " + full.expected();
        }
    }

    /** A field of a mapping. */
    record Field(String name, String description, Shape shape, boolean required) {
        static Field of(String name, String description, Shape shape) {
            return new Field(name, description, shape, false);
        }

        static Field required(String name, String description, Shape shape) {
            return new Field(name, description, shape, true);
        }
    }
}

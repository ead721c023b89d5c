package dev.tenon.guard.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Mistakes that are gathered while a file is read, so that all of them can be told at once. */
final class Problems {
    private static final int MOST = 20;

    private final List<ConfigProblem> found = new ArrayList<>();

    void add(int line, String message) {
        if (found.size() < MOST) {
            found.add(new ConfigProblem(line, message));
        }
    }

    /** Notes each of these fields of the section at that place, as they are for something else. */
    void addEach(Section section, String place, String what, List<String> names) {
        for (String name : names) {
            if (section.has(name)) {
                add(section.line(name), "\"" + place + "." + name + "\" is for " + what);
            }
        }
    }

    List<ConfigProblem> found() {
        return found;
    }

    void throwIfAny(String source) {
        if (!found.isEmpty()) {
            found.sort(Comparator.comparingInt(ConfigProblem::line));
            throw new ConfigException(source, found);
        }
    }
}

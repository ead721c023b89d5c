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

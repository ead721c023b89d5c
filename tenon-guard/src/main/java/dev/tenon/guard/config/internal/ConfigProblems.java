package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.ConfigProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Mistakes that are gathered while a file is read, so that all of them can be told at once. */
public final class ConfigProblems {
    private static final int MAX_PROBLEMS = 20;

    private final List<ConfigProblem> problems = new ArrayList<>();

    void add(int line, String message) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new ConfigProblem(line, message));
        }
    }

    /** Notes each of these fields of the section at that place, as they are for something else. */
    void addMisplacedFields(ConfigSection section, String place, String what, List<String> names) {
        for (String name : names) {
            if (section.hasField(name)) {
                add(section.line(name), "\"" + place + "." + name + "\" is for " + what);
            }
        }
    }

    List<ConfigProblem> problems() {
        return problems;
    }

    void throwIfAny(String source) {
        if (!problems.isEmpty()) {
            problems.sort(Comparator.comparingInt(ConfigProblem::line));
            throw new ConfigException(source, problems);
        }
    }
}

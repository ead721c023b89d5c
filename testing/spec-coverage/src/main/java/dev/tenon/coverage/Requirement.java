package dev.tenon.coverage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A requirement of the specification by its id, without its text: one line of {@code ledger/ids.txt}.
 *
 * @param id the id that tests declare, such as {@code core/jsonrpc/version-member}
 * @param level {@code MUST}, {@code SHOULD} or {@code MAY}
 * @param role the party that it binds: {@code server}, {@code client}, {@code both}, {@code guard} or {@code host}
 * @param area the area of the protocol, such as {@code jsonrpc}
 */
public record Requirement(String id, String level, String role, String area) {

    /** Returns all requirements by id, in the order of {@code ledger/ids.txt}. */
    public static Map<String, Requirement> readAll() {
        Map<String, Requirement> all = new LinkedHashMap<>();
        for (String line : ResourceLineReader.readLines("/ledger/ids.txt")) {
            String[] fields = line.split("\t", -1);
            if (fields.length != 4) {
                throw new IllegalStateException(
                        "ledger/ids.txt: expected id, level, role and area, separated by tabs, got: " + line);
            }
            if (all.put(fields[0], new Requirement(fields[0], fields[1], fields[2], fields[3])) != null) {
                throw new IllegalStateException("ledger/ids.txt: the id " + fields[0] + " occurs twice");
            }
        }
        return all;
    }

    /** Returns whether this is a MUST that binds a server, a client, or both. */
    public boolean isBinding() {
        return level.equals("MUST") && (role.equals("server") || role.equals("client") || role.equals("both"));
    }
}
